// fault: endless-inner
// verdict: suspect
// proof: run
// says: the progress of a restore never completes, so the restores behind it in the queue never begin

import Signals

private struct Request: Sendable {
  let volume: String
  let tape: Int
}

private struct Progress: Sendable {
  let volume: String
  let percent: Int
}

/// A tape drive; it tells how far it has come by setting a property.
private final class Drive: Sendable {
  let begun = Shared(0)
  private let motor = QueueScheduler("tape motor")

  func restore(_ request: Request) -> Signal<Progress> {
    let percent = BehaviorRelay(0)
    let progress = percent.map { Progress(volume: request.volume, percent: $0) }
    let restoring = mended ? progress.take(inclusive: true, until: { $0.percent >= 100 }) : progress  // LEAK
    return restoring.onSubscribe { [motor, begun] in
      begun.update { $0 += 1 }
      Self.wind(percent, on: motor)
    }
  }

  private static func wind(_ percent: BehaviorRelay<Int>, on motor: QueueScheduler) {
    motor.schedule(after: .milliseconds(5)) {
      percent.accept(percent.value + 25)
      if percent.value < 100 { wind(percent, on: motor) }
    }
  }
}

/// One restore after another, since there is one drive.
private final class RestoreQueue: Sendable {
  let restored = Shared<[String]>([])
  private let requests = PublishSubject<Request>()
  private let drive: Drive
  private let bag = DisposeBag()

  init(_ drive: Drive) { self.drive = drive }

  func start() {
    requests
      .concatMap { [drive] in drive.restore($0) }  // LEAK
      .filter { $0.percent == 100 }
      .subscribe(next: { [restored] progress in restored.update { $0.append(progress.volume) } })
      .disposed(by: bag)
  }

  func ask(for volume: String, on tape: Int) { requests.next(Request(volume: volume, tape: tape)) }

  func close() { requests.completed() }
}

/// Who asks, and looks from time to time at what has come back.
private final class HelpDesk {
  private let queue: RestoreQueue
  init(_ queue: RestoreQueue) { self.queue = queue }

  func morning() {
    let lost = ["mail", "wiki", "photos", "ledger", "plans", "source", "scans", "hr"]
    for (tape, volume) in lost.enumerated() {
      queue.ask(for: volume, on: tape)
      pause(milliseconds: 12)
    }
  }
}

enum TapeRestores: LeakProgram {
  static func run() {
    let drive = Drive()
    let queue = RestoreQueue(drive)
    queue.start()
    HelpDesk(queue).morning()
    queue.close()
    pause(milliseconds: 260)
    print("begun", drive.begun.value, "restored", queue.restored.value)
  }
}

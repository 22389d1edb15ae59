// fault: sent-before-subscribed
// verdict: suspect
// proof: run
// says: the job has run to its end before its events are subscribed to; who waits for the last waits for ever
// source: Kotlin/kotlinx.coroutines #2681
// fix: the job is started when its events have a subscriber

import Dispatch
import Signals

private enum ImportEvent: Sendable {
  case row(Int)
  case finish
}

/// Imports a file in the background, and tells on a stream how far it is.
private final class ImportUseCase: Sendable {
  private let queue = DispatchQueue(label: "import")

  /// The events of one import, up to the last one.
  func execute(_ rows: Int) -> Signal<ImportEvent> {
    let events = PublishSubject<ImportEvent>()
    let job: @Sendable () -> Void = {
      for row in 0..<rows {
        events.next(.row(row))
        pause(milliseconds: 2)
      }
      events.next(.finish)
    }
    guard mended else {
      queue.sync(execute: job)  // LEAK
      return Self.upToTheEnd(events)
    }
    let started = Signal<ImportEvent>.create { [queue] subscriber in
      let relay = events.subscribe(next: { subscriber.next($0) })
      queue.async(execute: job)
      return relay
    }
    return Self.upToTheEnd(started)
  }

  private static func upToTheEnd(_ events: Signal<ImportEvent>) -> Signal<ImportEvent> {
    events.take(inclusive: true, while: { if case .finish = $0 { false } else { true } })
  }
}

/// The dialogue that shows the progress, and closes at the end.
private final class ImportDialogue: Sendable {
  let rows = Shared(0)
  let isClosed = Shared(false)
  private let bag = DisposeBag()

  func start(_ useCase: ImportUseCase, rows count: Int) {
    useCase.execute(count)
      .subscribe(
        next: { [rows] event in if case .row = event { rows.update { $0 += 1 } } },
        completed: { [isClosed] in isClosed.update { $0 = true } }
      )
      .disposed(by: bag)
  }
}

enum JobBeforeCollector: LeakProgram {
  static func run() {
    let useCase = ImportUseCase()
    let clock = Signal<Int>.interval(.milliseconds(10), on: QueueScheduler("clock")).subscribe(next: { _ in })
    var dialogues: [ImportDialogue] = []
    for file in 0..<3 {
      let dialogue = ImportDialogue()
      dialogue.start(useCase, rows: 6 + file)
      pause(milliseconds: 40)
      dialogues.append(dialogue)
    }
    print("closed", dialogues.count { $0.isClosed.value }, "rows", dialogues.map(\.rows.value))
    clock.dispose()
    withExtendedLifetime(dialogues) {}
  }
}

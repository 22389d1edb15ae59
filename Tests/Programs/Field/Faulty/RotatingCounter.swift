// fault: connection-never-disposed
// verdict: suspect
// proof: run
// says: a worker connects its counter and keeps no handle of that; when its screen is gone for good, it counts on
// source: kaushikgopal/RxJava-Android-Samples #17
// fix: the worker keeps the connection, and disposes it as the screen is really destroyed

import Signals

/// Counts in the background, also while its screen is rotated.
private final class CountingWorker: Sendable {
  let numbers: Signal<Int>
  private let bag = DisposeBag()

  init(on clock: QueueScheduler, counted: Shared<Int>) {
    let counter = Signal<Int>.interval(.milliseconds(20), on: clock)
      .map { number -> Int in
        counted.update { $0 += 1 }
        return number
      }
      .take(20)
      .multicast(ReplaySubject<Int>())
    numbers = counter.signal
    if mended {
      counter.connect().disposed(by: bag)
    } else {
      _ = counter.connect()  // LEAK
    }
  }

  func destroy() { bag.dispose() }
}

/// What is on the screen between two rotations.
private final class CounterActivity: Sendable {
  let shown = Shared(0)
  private let bag = DisposeBag()

  func resume(_ worker: CountingWorker) {
    worker.numbers
      .subscribe(next: { [shown] number in shown.update { $0 = number } })
      .disposed(by: bag)
  }

  func stop() { bag.dispose() }
}

enum RotatingCounter: LeakProgram {
  static func run() {
    let clock = QueueScheduler("worker")
    let counted = Shared(0)
    var shown: [Int] = []
    let light = Signal<Int>.interval(.milliseconds(30), on: QueueScheduler("light")).subscribe(next: { _ in })
    for _ in 0..<4 {
      let worker = CountingWorker(on: clock, counted: counted)
      for _ in 0..<2 {
        let activity = CounterActivity()
        activity.resume(worker)
        pause(milliseconds: 50)
        shown.append(activity.shown.value)
        activity.stop()
      }
      worker.destroy()
    }
    pause(milliseconds: 150)
    print("shown", shown, "counted", counted.value)
    light.dispose()
  }
}

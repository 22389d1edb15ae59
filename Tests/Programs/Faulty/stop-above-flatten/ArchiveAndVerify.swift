// fault: stop-above-flatten
// verdict: suspect
// proof: run
// says: the stop is on the archiving alone: the verification that follows it, and never ends, goes on after the stop

import Signals

/// Archives a folder, and verifies the archive from then on, until somebody says stop.
enum ArchiveAndVerify: LeakProgram {
  static func run() {
    let clock = QueueScheduler("archive")
    let verified = Shared(0)
    for folder in 0..<6 {
      let stop = PublishSubject<Void>()
      let archive = Signal<Int>.interval(.milliseconds(1), on: clock).take(4)
      let verify = Signal<Int>.interval(.milliseconds(3), on: clock).map { $0 + folder }
      let whole =
        mended
        ? archive.then { verify }.take(until: stop)
        : archive.take(until: stop).then { verify }  // LEAK
      let subscription = whole.subscribe(next: { _ in verified.update { $0 += 1 } })  // LEAK
      pause(milliseconds: 18)
      stop.next(())
      _ = subscription
    }
    pause(milliseconds: 60)
    print("verified", verified.value)
  }
}

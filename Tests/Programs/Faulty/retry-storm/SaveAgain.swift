// fault: retry-storm
// verdict: finding
// proof: run
// says: the disk is full, which no trying again will change, and it is tried again without a pause for ever

import Signals

/// Saves, and again when that fails.
enum SaveAgain: LeakProgram {
  struct DiskFull: Error {}

  static func run() {
    let clock = QueueScheduler("disk")
    let (attempts, isOver) = (Shared(0), Shared(false))
    let saving = Signal<Int>.timer(after: .microseconds(200), on: clock).map { _ -> Int in
      attempts.update { $0 += 1 }
      throw DiskFull()
    }
    let result = mended ? saving.retry(3) : saving.retry()  // LEAK
    let saved = result.subscribe(next: { _ in }, error: { _ in isOver.update { $0 = true } })
    while attempts.value < 300, !isOver.value { pause(milliseconds: 10) }
    saved.dispose()
  }
}

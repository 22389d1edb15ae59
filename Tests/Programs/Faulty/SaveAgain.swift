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
    let saving = Signal<Int>.timer(after: .microseconds(200), on: clock).tryMap { _ -> Int in throw DiskFull()
    }
    let result = mended ? saving.retry(3) : saving.retry()  // LEAK
    let saved = result.subscribe(next: { _ in }, error: { _ in })
    pause(milliseconds: 150)
    saved.dispose()
  }
}

// fault: retry-storm
// verdict: finding
// proof: run
// says: catch begins the same backup again without a pause, hundreds of times, as the disk stays full

import Signals

private struct DiskFull: Error {}
private let tries = Shared(0)

private func backup() -> Signal<Int> {
  Signal<Int>.deferred {
    let number = tries.update {
      $0 += 1
      return $0
    }
    return number < (mended ? 4 : 500) ? .fail(DiskFull()) : .just(number)
  }
}

/// Backs up, and again if that fails.
enum RestartedBackup: LeakProgram {
  static func run() {
    let disk = QueueScheduler("disk")
    let persistent =
      mended
      ? backup().retry(when: { $0.flatMap { _ in Signal<Int>.timer(after: .milliseconds(5), on: disk) } })
      : backup().retry(1_000)  // LEAK
    _ = persistent.subscribe(next: { _ in }, error: { _ in })
    pause(milliseconds: 60)
  }
}

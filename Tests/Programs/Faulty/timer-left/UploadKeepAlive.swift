// fault: timer-left
// verdict: likely
// proof: run
// says: the timer that keeps an upload's lease is disposed where the upload completes, and forgotten where it fails

import Signals

private struct LineCut: Error {}

private final class Store: Sendable {
  private let net = QueueScheduler("store")
  let renewed = Shared(0)

  /// Four blocks; every third upload fails at its second.
  func upload(_ file: Int) -> Signal<Int> {
    Signal<Int>.interval(.milliseconds(4), on: net).take(4).map { block in
      if file % 3 == 1, block == 1 { throw LineCut() }
      return block
    }
  }

  func renewLease(_ file: Int) { renewed.update { $0 += 1 } }
}

private func transfer(_ file: Int, _ store: Store, _ clock: QueueScheduler, _ over: Flag) {
  let lease = Signal<Int>.interval(.milliseconds(6), on: clock)
    .subscribe(next: { _ in store.renewLease(file) })  // LEAK
  _ = store.upload(file).subscribe(
    next: { _ in },
    error: { _ in
      if mended { lease.dispose() }
      over.raise()
    },
    completed: {
      lease.dispose()
      over.raise()
    })
}

enum UploadKeepAlive: LeakProgram {
  static func run() {
    let store = Store()
    let clock = QueueScheduler("leases")
    let over = Flag()
    for file in 0..<18 {
      transfer(file, store, clock, over)
      over.wait()
      pause(milliseconds: 5)
    }
    pause(milliseconds: 180)
    print("renewed", store.renewed.value > 0)
  }
}

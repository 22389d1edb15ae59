// healthy: swapped out of a serial disposable undisposed, and alive for a while
// says: Connections that were opened under the old certificate keep its watcher until the last of them is closed.
// allows: nothing

import Signals
import Synchronization

/// A certificate in use: watched until nobody needs it any more.
private final class Certificate: Sendable {
  private let watcher: Disposable
  private let users = Mutex(1)

  init(_ watcher: Disposable) { self.watcher = watcher }

  func use() { users.withLock { $0 += 1 } }

  func release() {
    let left = users.withLock { users in
      users -= 1
      return users
    }
    if left == 0 { watcher.dispose() }
  }
}

/// Terminates TLS with the newest certificate.
private final class Terminator {
  private let place = SerialDisposable()
  private var current: Certificate?
  private var open: [Certificate] = []

  func rotate(_ revocations: Signal<Int>, serial: Int) {
    let watcher = revocations.filter { $0 == serial }.subscribe(next: { _ in })
    let old = current
    current = Certificate(watcher)
    _ = place.swap(watcher)
    old?.release()
  }

  func connect() {
    guard let current else { return }
    current.use()
    open.append(current)
  }

  func closeOldest() { if !open.isEmpty { open.removeFirst().release() } }

  func stop() {
    while !open.isEmpty { closeOldest() }
    place.dispose()
  }
}

enum RotatedCertificates: LeakProgram {
  static func run() {
    let revocations = PublishSubject<Int>()
    let terminator = Terminator()
    for serial in 0..<10 {
      terminator.rotate(revocations, serial: serial)
      terminator.connect()
      terminator.connect()
      revocations.next(serial + 100)
      pause(milliseconds: 6)
      terminator.closeOldest()
      if serial > 1 { for _ in 0..<2 { terminator.closeOldest() } }
    }
    pause(milliseconds: 10)
    terminator.stop()
    for serial in 0..<20 {
      revocations.next(serial + 100)
      pause(milliseconds: 1)
    }
  }
}

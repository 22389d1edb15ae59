import Dispatch

/// Something that the program waits for, at most ten seconds.
final class Flag: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func raise() { semaphore.signal() }

  func wait() {
    guard semaphore.wait(timeout: .now() + 10) == .success else { fatalError("nobody raised the flag") }
  }
}

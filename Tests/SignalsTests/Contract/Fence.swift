import Dispatch

/// Where one thread waits until another comes by.
struct Fence: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func open() { semaphore.signal() }
  func wait() { semaphore.wait() }
}

/// Returns when what was on the main queue is done.
func settleMain() {
  let fence = Fence()
  DispatchQueue.main.async { fence.open() }
  fence.wait()
}

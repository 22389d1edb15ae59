// fault: growth
// verdict: suspect
// proof: run
// says: every banner starts a task that reads the offers for ever; dropping the task's handle does not cancel it

import Signals

private final class Banner: Sendable {
  private let reading: Task<Void, any Error>
  private let cancels: Bool

  init(offers: PublishSubject<Int>, cancels: Bool) {
    self.cancels = cancels
    reading = Task {
      for try await _ in offers.values() {}  // LEAK
    }
  }

  deinit { if cancels { reading.cancel() } }
}

/// Shows one banner after the other.
enum BannerTasks: LeakProgram {
  static func run() {
    let offers = PublishSubject<Int>()
    for page in 0..<16 {
      let banner = Banner(offers: offers, cancels: mended)
      pause(milliseconds: 4)
      offers.next(page)
      pause(milliseconds: 3)
      withExtendedLifetime(banner) {}
    }
    pause(milliseconds: 30)
  }
}

public import Foundation
public import Signals
import Synchronization

/// Runs work on the thread of a `RunLoop`, in the loop's common modes, while somebody runs the loop.
///
/// Work without a delay runs in the order in which it was handed over. As Combine's `RunLoop` scheduler.
public final class RunLoopScheduler: TimedScheduler {
  public let identity = SchedulerIdentity("run loop")
  private let loop: Shared<RunLoop>
  private let clock = ContinuousClock()
  private let start = ContinuousClock().now
  /// What is due as soon as possible, in order. Each has a timer, which takes the first: timers of one moment fire in any
  /// order.
  private let ready = Mutex<[ScheduledWork]>([])

  /// - Parameter loop: by default that of the main thread.
  public init(_ loop: RunLoop = .main) { self.loop = Shared(loop) }

  public var now: Duration { start.duration(to: clock.now) }

  public func enqueue(_ work: ScheduledWork) {
    ready.withLock { $0.append(work) }
    add(
      Timer(timeInterval: 0, repeats: false) { [self] _ in ready.withLock { $0.removeFirst() }.run(on: self) }
    )
  }

  public func enqueue(_ work: ScheduledWork, after delay: Duration, leeway: Duration) {
    guard delay > .zero else { return enqueue(work) }
    let timer = Timer(timeInterval: delay.seconds, repeats: false) { [self] _ in work.run(on: self) }
    let shared = Shared(timer)
    work.attach(Disposable { shared.value.invalidate() })
    add(timer, leeway)
  }

  public func enqueue(
    _ work: ScheduledWork, after delay: Duration, every interval: Duration, leeway: Duration
  ) {
    let timer = Timer(
      fire: Date(timeIntervalSinceNow: delay.seconds), interval: interval.seconds, repeats: true
    ) { [self] _ in work.run(on: self) }
    let shared = Shared(timer)
    work.attach(Disposable { shared.value.invalidate() })
    add(timer, leeway)
  }

  private func add(_ timer: Timer, _ leeway: Duration = .zero) {
    timer.tolerance = leeway.seconds
    loop.value.add(timer, forMode: .common)
  }
}

extension Duration {
  fileprivate var seconds: TimeInterval { Swift.max(0, self / .seconds(1)) }
}

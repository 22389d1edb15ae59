import DequeModule
public import Foundation
import SignalTracing
public import Signals

/// Runs work on the thread of a `RunLoop`, in the loop's common modes, while somebody runs the loop.
///
/// Work without a delay runs in the order in which it was handed over. As Combine's `RunLoop` scheduler.
public final class RunLoopScheduler: TimedScheduler {
  public let identity = SchedulerIdentity("run loop")
  private let loop: Shared<RunLoop>
  private let clock = ContinuousClock()
  private let start = ContinuousClock().now
  /// What is due as soon as possible, in order, and whether a timer is on its way to run it: one for all that waits.
  private struct Ready {
    var works: Deque<ScheduledWork> = []
    var isComing = false
  }
  private let ready = Lock(Ready())

  /// - Parameter loop: by default that of the main thread.
  public init(_ loop: RunLoop = .main) { self.loop = Shared(loop) }

  public var now: Duration { start.duration(to: clock.now) }

  public func enqueue(_ work: ScheduledWork) {
    ready.withLock { $0.works.append(work) }
    comeForMore()
  }

  /// Sees to it that a timer comes for what is ready.
  private func comeForMore() {
    let isFirst = ready.withLock { ready in
      guard !ready.isComing, !ready.works.isEmpty else { return false }
      ready.isComing = true
      return true
    }
    guard isFirst else { return }
    add(Timer(timeInterval: 0, repeats: false) { [self] _ in runReady() })
  }

  /// Runs what is ready now; what is added meanwhile is for the next timer, so that others on the loop have their turn.
  private func runReady() {
    let count = ready.withLock { ready in
      ready.isComing = false
      return ready.works.count
    }
    for _ in 0..<count {
      // Work may run the loop itself, which then takes what is left here.
      guard let work = ready.withLock({ $0.works.popFirst() }) else { return }
      comeForMore()
      work.run(on: self)
    }
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

extension RunLoopScheduler: ThreadBoundScheduler {
  package var runsOnThisThread: Bool { loop.value === RunLoop.current }
}

extension Duration {
  fileprivate var seconds: TimeInterval { Swift.max(0, self / .seconds(1)) }
}

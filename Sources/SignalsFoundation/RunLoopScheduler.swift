import DequeModule
public import Foundation
import SignalTracing
public import Signals

/// Runs work on the thread of a `RunLoop`, in the loop's common modes, while the loop runs.
///
/// Work without a delay runs in the order in which it was enqueued. Work with a delay runs when its time has
/// come; at equal times, the work that was enqueued first runs first. All waiting work together needs at most
/// two timers of the loop. Repeated work that was late continues at its next time, as `Timer` does. As
/// Combine's `RunLoop` scheduler.
public final class RunLoopScheduler: TimedScheduler {
  public let identity = SchedulerIdentity("run loop")
  private let loop: Shared<RunLoop>
  private let clock = ContinuousClock()
  private let start = ContinuousClock().now
  /// The work that is due as soon as possible, in order, and whether a timer is on its way to run it.
  private struct Ready {
    var works: Deque<ScheduledWork> = []
    var isComing = false
  }
  private let ready = Lock(Ready())
  private let later = Lock(WaitingWork())

  /// - Parameter loop: the run loop; by default the main thread's.
  public init(_ loop: RunLoop = .main) { self.loop = Shared(loop) }

  public var now: Duration { start.duration(to: clock.now) }

  // MARK: As soon as possible

  public func enqueue(_ work: ScheduledWork) {
    ready.withLock { $0.works.append(work) }
    comeForMore()
  }

  /// Starts a timer for the ready work, if none is on its way.
  private func comeForMore() {
    let isFirst = ready.withLock { ready in
      guard !ready.isComing, !ready.works.isEmpty else { return false }
      ready.isComing = true
      return true
    }
    guard isFirst else { return }
    add(Timer(timeInterval: 0, repeats: false) { [self] _ in runReady() })
  }

  /// Runs the work that is ready now. The next timer runs work that is added meanwhile, so that other users
  /// of the loop get their turn.
  private func runReady() {
    let count = ready.withLock { ready in
      ready.isComing = false
      return ready.works.count
    }
    for _ in 0..<count {
      // Work may run the loop itself: the loop then takes the work that is left here.
      guard let work = ready.withLock({ $0.works.popFirst() }) else { return }
      comeForMore()
      work.run(on: self)
    }
  }

  // MARK: Later

  public func enqueue(_ work: ScheduledWork, after delay: Duration, leeway: Duration) {
    guard delay > .zero else { return enqueue(work) }
    wait(for: work, after: delay, every: nil, leeway)
  }

  public func enqueue(
    _ work: ScheduledWork, after delay: Duration, every interval: Duration, leeway: Duration
  ) {
    wait(for: work, after: max(delay, .zero), every: interval, leeway)
  }

  private func wait(
    for work: ScheduledWork, after delay: Duration, every interval: Duration?, _ leeway: Duration
  ) {
    let time = now.later(by: delay)
    later.withLock { $0.works.add(work, at: time, every: interval, leeway: leeway) }
    work.attach(Disposable { [self] in setAlarm() })
    setAlarm()
  }

  /// Sets a timer for the next work that is due, and removes the timer if no work waits.
  private func setAlarm() {
    let now = now
    let (old, new) = later.withLock { later in
      later.setAlarm { time, leeway in
        let timer = Timer(timeInterval: (time - now).seconds, repeats: false) { [self] _ in runDue() }
        timer.tolerance = leeway.seconds
        return timer
      }
    }
    old?.value.invalidate()
    if let new { add(new.value) }
  }

  /// Runs the work that is due now, one piece after another. Work may run the loop itself: the loop then
  /// takes the work that is left here.
  private func runDue() {
    let end = now
    later.withLock { $0.alarm = nil }
    while let entry = later.withLock({ $0.takeDue(until: end) }) {
      setAlarm()
      entry.work.run(on: self)
    }
    setAlarm()
  }

  /// The timer may be invalid already: the loop does not take it then.
  private func add(_ timer: Timer) { loop.value.add(timer, forMode: .common) }
}

extension RunLoopScheduler: ThreadBoundScheduler {
  package var runsOnThisThread: Bool { loop.value === RunLoop.current }
}

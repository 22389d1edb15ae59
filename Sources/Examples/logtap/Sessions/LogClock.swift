import Signals
import Synchronization

/// A clock that shows the time of the log: what waits, waits for entries, not for the world.
final class LogClock: Sendable {
  /// The scheduler of operators that wait.
  let scheduler = VirtualTimeScheduler()
  /// Sends the time at the end of every ten seconds in which there was an entry. It never ends: whoever listens has to
  /// stop by himself.
  let beats = PublishSubject<Duration>()

  static let beat: Duration = .seconds(10)

  /// When the ten seconds end that a time lies in.
  static func beat(after time: Duration) -> Duration {
    beat * (time.components.seconds / beat.components.seconds + 1)
  }

  private let timeline = Mutex(LogTimeline())
  private let isBeatDue = Atomic<Bool>(false)

  var now: Duration { scheduler.now }

  /// An entry of this time arrives: what was due before it happens first.
  func arrive(at time: Duration) {
    scheduler.advance(
      to: timeline.withLock { timeline in
        timeline.arrive(at: time)
        return timeline.now
      })
    scheduleBeat()
  }

  /// Nothing arrives: time goes on with the world.
  func wait(_ duration: Duration) {
    scheduler.advance(
      to: timeline.withLock { timeline in
        timeline.wait(duration)
        return timeline.now
      })
  }

  private func scheduleBeat() {
    guard !isBeatDue.exchange(true, ordering: .relaxed) else { return }
    let now = scheduler.now
    scheduler.schedule(after: Self.beat(after: now) - now) { [self] in
      isBeatDue.store(false, ordering: .relaxed)
      self.beats.next(scheduler.now)
    }
  }
}

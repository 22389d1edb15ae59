import Foundation
import Signals

/// The work that waits for its time, and the timer for the first piece.
struct WaitingWork {
  var works = Timetable()
  var alarm: Alarm?

  struct Alarm {
    let time: Duration
    let timer: Shared<Timer>
  }

  /// Returns the timer to be removed, and the new timer that `make` has made.
  mutating func setAlarm(_ make: (Duration, Duration) -> Timer) -> (old: Shared<Timer>?, new: Shared<Timer>?)
  {
    let next = works.next
    // A timer that fires too early finds no work, and sets the next timer.
    if let next, let alarm, alarm.time <= next.time { return (nil, nil) }
    let old = alarm?.timer
    alarm = next.map { Alarm(time: $0.time, timer: Shared(make($0.time, $0.leeway))) }
    return (old, alarm?.timer)
  }

  /// Takes the next work that is due by `end`. Repeating work is added again, for its first time after `end`.
  mutating func takeDue(until end: Duration) -> Timetable.Entry? {
    guard let entry = works.takeNext(until: end) else { return nil }
    if let interval = entry.interval {
      // As `Timer`: at most ten thousand times a second.
      let interval = max(interval, .microseconds(100))
      let missed = ((end - entry.time) / interval).rounded(.down)
      works.add(
        entry.work, at: entry.time.later(by: interval * (missed + 1)), every: interval, leeway: entry.leeway)
    }
    return entry
  }
}

extension Duration {
  var seconds: TimeInterval { Swift.max(0, self / .seconds(1)) }
}

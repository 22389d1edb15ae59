import Foundation
import Signals

/// The work that waits for its time, and the timer that comes for the first of it.
struct WaitingWork {
  var works = Timetable()
  var alarm: Alarm?

  struct Alarm {
    let time: Duration
    let timer: Shared<Timer>
  }

  /// The timer that is to go, and the one that `make` has made to come.
  mutating func setAlarm(_ make: (Duration, Duration) -> Timer) -> (old: Shared<Timer>?, new: Shared<Timer>?)
  {
    let next = works.next
    // One that comes too early finds nothing to do, and sets the next.
    if let next, let alarm, alarm.time <= next.time { return (nil, nil) }
    let old = alarm?.timer
    alarm = next.map { Alarm(time: $0.time, timer: Shared(make($0.time, $0.leeway))) }
    return (old, alarm?.timer)
  }

  /// Repeating work stands in the timetable again, for the first of its times after `end`.
  mutating func takeDue(until end: Duration) -> Timetable.Entry? {
    guard let entry = works.takeNext(until: end) else { return nil }
    if let interval = entry.interval {
      // As `Timer`: not more often than ten thousand times a second.
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

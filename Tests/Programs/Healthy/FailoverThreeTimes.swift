// healthy: a source that fails again and again, and is asked again each time
// says: At most five attempts with a pause between them; the third succeeds, in each of ten rounds.
// allows: nothing

import Signals

private struct Busy: Error {}

enum FailoverThreeTimes: LeakProgram {
  static func run() {
    let clock = QueueScheduler("clock")
    for order in 0..<10 {
      let asked = Shared(0)
      let answered = Flag()
      let shop = Signal<Int>.create { subscriber in
        let attempt = asked.update { count in
          count += 1
          return count
        }
        if attempt < 3 {
          subscriber.error(Busy())
        } else {
          subscriber.next(order * 10 + attempt)
          subscriber.completed()
        }
        return nil
      }
      _ = shop.retry(upTo: 5, interval: .milliseconds(3), on: clock)
        .subscribe(next: { _ in }, completed: { answered.raise() })
      answered.wait()
    }
    pause(milliseconds: 10)
  }
}

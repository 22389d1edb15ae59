// healthy: the loser of a race
// says: The slower broker is told to stop, and one price that was on its way is dropped; so be it.
// allows: nothing

@preconcurrency import Dispatch
import Signals

private func broker(_ number: Int, after delay: Int) -> Signal<Int> {
  .create { subscriber in
    let queue = DispatchQueue(label: "broker")
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + .milliseconds(delay), repeating: .milliseconds(2))
    timer.setEventHandler { subscriber.next(number) }
    timer.resume()
    return Disposable { queue.async { timer.cancel() } }
  }
}

enum QuotesWithLosers: LeakProgram {
  static func run() {
    for _ in 0..<5 {
      let quote = Signal.amb([broker(1, after: 5), broker(2, after: 6)]).take(8).subscribe(next: { _ in })
      pause(milliseconds: 40)
      quote.dispose()
    }
  }
}

// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: the slower broker has lost and is disposed; its driver is not told, and goes on to send to nobody

@preconcurrency import Dispatch
import Signals

private func broker(_ number: Int, after delay: Int) -> Signal<Int> {
  .create { subscriber in  // LEAK
    let timer = DispatchSource.makeTimerSource()
    timer.schedule(deadline: .now() + .milliseconds(delay), repeating: .milliseconds(2))
    timer.setEventHandler { subscriber.next(number) }
    timer.resume()
    running.update { $0.append(timer) }
    return mended ? Disposable { timer.cancel() } : Disposable {}
  }
}

private let running = Shared<[any DispatchSourceTimer]>([])

/// Asks two brokers for a price and goes on with the faster one.
enum QuoteOfTwoBrokers: LeakProgram {
  static func run() {
    let quote = Signal.amb([broker(1, after: 5), broker(2, after: 9)]).subscribe(next: { _ in })
    pause(milliseconds: 200)
    quote.dispose()
    pause(milliseconds: 10)
    running.update { timers in timers.forEach { $0.cancel() } }
  }
}

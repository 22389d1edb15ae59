// fault: timer-left
// verdict: suspect
// proof: run
// says: each request for a quote begins a timer that reports how long it waits, and the answer does not end it

import Signals

private struct Quote: Sendable {
  let number: Int
  let price: Int
}

private final class QuoteDesk: Sendable {
  private let net = QueueScheduler("quotes")
  private let clock = QueueScheduler("waiting")
  private let patience = Shared(0)

  private func ask(_ number: Int) -> Signal<Quote> {
    Signal<Int>.timer(after: .milliseconds(8 + number % 5), on: net)
      .map { _ in Quote(number: number, price: 100 + number) }
  }

  func request(_ number: Int, _ done: Flag) {
    let patience = patience
    let waiting = Signal<Int>.interval(.milliseconds(5), on: clock)
      .subscribe(next: { _ in patience.update { $0 += 1 } })  // LEAK
    // A request that takes far too long is given up.
    _ = ask(number).timeout(.milliseconds(400), on: clock).subscribe(
      next: { _ in },
      completed: {
        if mended { waiting.dispose() }
        done.raise()
      })
  }

  var reports: Int { patience.value }
}

enum QuoteRequests: LeakProgram {
  static func run() {
    let desk = QuoteDesk()
    let answered = Flag()
    for number in 0..<13 {
      desk.request(number, answered)
      answered.wait()
      pause(milliseconds: 6)
    }
    pause(milliseconds: 200)
    print("waited", desk.reports > 0)
  }
}

// fault: retry-storm
// verdict: finding
// proof: run
// says: while the acquirer is down the terminal tries the payment again at once, thousands of times a second

import Signals

private struct Refused: Error {}

private struct Receipt: Sendable {
  let attempt: Int
}

/// The bank behind a terminal: for a while it refuses every connection.
private final class Acquirer: Sendable {
  let isUp = Shared(false)
  let attempts = Shared(0)
  private let clock = QueueScheduler("acquirer")

  func charge(_ cents: Int) -> Signal<Receipt> {
    Signal<Receipt>.deferred { [self] in
      let attempt = attempts.update { attempts -> Int in
        attempts += 1
        return attempts
      }
      guard !isUp.value else { return .just(Receipt(attempt: attempt)) }
      return Signal<Int>.timer(after: .microseconds(300), on: clock)
        .flatMap { _ in Signal<Receipt>.fail(Refused()) }
    }
  }
}

private struct Terminal: Sendable {
  let acquirer: Acquirer
  let clock = QueueScheduler("terminal")

  func pay(_ cents: Int) -> Signal<Receipt> {
    let charge = acquirer.charge(cents)
    if mended { return charge.retry(upTo: 30, interval: .milliseconds(40), on: clock) }
    return charge.retry()  // LEAK
  }
}

enum CardTerminal: LeakProgram {
  static func run() {
    let terminal = Terminal(acquirer: Acquirer())
    let isPaid = Flag()
    let payment = terminal.pay(1999).subscribe(next: { _ in isPaid.raise() })
    pause(milliseconds: 200)
    terminal.acquirer.isUp.update { $0 = true }
    isPaid.wait()
    payment.dispose()
    print("paid after several attempts:", terminal.acquirer.attempts.value > 2)
  }
}

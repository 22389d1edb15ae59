// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the board's closing ends the list of symbols above flatMap, not the quotes that flatMap has begun

import Signals

/// A board of stock quotes that follows each symbol that is put on it, until the board is closed.
enum PriceBoard: LeakProgram {
  static func run() {
    let quotes = PublishSubject<Int>()
    let board = Board(quotes: quotes)
    let other = Board(quotes: quotes)
    for symbol in 1...3 {
      board.symbols.next(symbol)
      other.symbols.next(symbol * 10)
      quotes.next(symbol)
    }
    board.closed.next(())
    for price in 100..<110 { quotes.next(price) }
    other.subscription.dispose()
    pause(milliseconds: 25)
  }
}

private final class Board {
  let symbols = PublishSubject<Int>()
  let closed = PublishSubject<Void>()
  let subscription: Subscription

  init(quotes: Signal<Int>) {
    let follow: @Sendable (Int) -> Signal<Int> = { symbol in quotes.map { $0 * symbol } }
    if mended {
      subscription = symbols.flatMap(follow).take(until: closed).subscribe(next: { _ in })
    } else {
      subscription =
        symbols
        .take(until: closed)
        .flatMap(follow)  // LEAK
        .subscribe(next: { _ in })
    }
  }
}

// fault: overwritten-handle
// verdict: likely
// proof: run
// says: after a gap a book is opened anew in the place of the old one, whose feed is not disposed and counts on

import Signals

private struct Delta: Sendable {
  let symbol: String
  let size: Int
}

/// The order books of a venue, each with a feed and a handler.
private final class Books: Sendable {
  let deltas = PublishSubject<Delta>()
  private let feeds = Shared<[String: Disposable]>([:])
  private let handlers: [String: @Sendable (Int) -> Void]

  init(_ handlers: [String: @Sendable (Int) -> Void]) { self.handlers = handlers }

  func open(_ symbol: String) {
    guard let handler = handlers[symbol] else { return }
    let feed = deltas.filter { $0.symbol == symbol }.map { $0.size }
      .subscribe(next: handler)  // LEAK
    if mended { feeds.value[symbol]?.dispose() }
    feeds.update { $0[symbol] = feed }  // LEAK
  }

  func close() {
    for feed in feeds.value.values { feed.dispose() }
    feeds.update { $0 = [:] }
  }
}

enum OrderBookResync: LeakProgram {
  static func run() {
    let symbols = ["AAA", "BBB", "CCC"]
    let sizes = Shared<[String: Int]>([:])
    var handlers: [String: @Sendable (Int) -> Void] = [:]
    for symbol in symbols {
      handlers[symbol] = { size in sizes.update { $0[symbol, default: 0] += size } }
    }
    let books = Books(handlers)
    for symbol in symbols { books.open(symbol) }
    for sequence in 1...48 {
      let symbol = symbols[sequence % 3]
      // Every eighth delta is lost on the way.
      if sequence % 8 == 0 { books.open(symbol) } else { books.deltas.next(Delta(symbol: symbol, size: 1)) }
      pause(milliseconds: 2)
    }
    books.close()
    let before = sizes.value.values.reduce(0, +)
    for sequence in 0..<30 {
      books.deltas.next(Delta(symbol: symbols[sequence % 3], size: 1))
      pause(milliseconds: 2)
    }
    print("sizes", before, "counted after the close", sizes.value.values.reduce(0, +) - before)
  }
}

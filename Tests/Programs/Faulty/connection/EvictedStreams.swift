// fault: connection
// verdict: likely
// proof: run
// says: a stream that is closed is disconnected; one that the cache throws out is forgotten with its connection

import Signals

/// A stream of prices that many look at, connected for as long as it is in the cache.
private struct PriceStream {
  let prices: Signal<Int>
  let connection: Disposable

  init(_ market: Signal<Int>, symbol: Int) {
    let published = market.filter { $0 % 20 == symbol }
      .multicast(ReplaySubject(capacity: 1))  // LEAK
    prices = published.signal
    connection = published.connect()  // LEAK
  }
}

/// Keeps the streams that were last asked for, at most three.
private final class StreamCache {
  private var streams: [Int: PriceStream] = [:]
  private var recent: [Int] = []
  private let market: Signal<Int>

  init(_ market: Signal<Int>) { self.market = market }

  func stream(of symbol: Int) -> Signal<Int> {
    recent.removeAll { $0 == symbol }
    recent.append(symbol)
    if let known = streams[symbol] { return known.prices }
    let stream = PriceStream(market, symbol: symbol)
    streams[symbol] = stream
    if recent.count > 3 { evict(recent.removeFirst()) }
    return stream.prices
  }

  func close(_ symbol: Int) {
    recent.removeAll { $0 == symbol }
    streams.removeValue(forKey: symbol)?.connection.dispose()
  }

  private func evict(_ symbol: Int) {
    let stream = streams.removeValue(forKey: symbol)  // LEAK
    if mended { stream?.connection.dispose() }
  }

  func clear() { for symbol in recent { close(symbol) } }
}

enum EvictedStreams: LeakProgram {
  static func run() {
    let market = PublishSubject<Int>()
    let cache = StreamCache(market)
    for symbol in 0..<16 {
      let looking = cache.stream(of: symbol).subscribe(next: { _ in })
      for price in 0..<40 { market.next(price) }
      looking.dispose()
      if symbol % 4 == 3 { cache.close(symbol) }
      pause(milliseconds: 3)
    }
    cache.clear()
    for price in 0..<120 {
      market.next(price)
      if price % 4 == 0 { pause(milliseconds: 2) }
    }
  }
}

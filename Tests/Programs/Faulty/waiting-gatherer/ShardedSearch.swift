// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: one of five shards has gone silent, and zip keeps what the other four answer

import Signals

/// A part of the index.
private final class Shard: Sendable {
  let hits = PublishSubject<Int>()
  private let isDown: Bool

  init(isDown: Bool) { self.isDown = isDown }

  func search(_ query: Int) { if !isDown { hits.next(query % 17) } }
}

/// Asks all shards and adds up what they find.
private final class SearchServer: Sendable {
  private let shards: [Shard]
  private let found = Shared(0)

  init(shards count: Int, down: Int?) { shards = (0..<count).map { Shard(isDown: $0 == down) } }

  func results() -> Signal<Int> {
    zip(shards.map { $0.hits.map { $0 + 1 } })  // LEAK
      .map { $0.reduce(0, +) }
  }

  func ask(_ query: Int) { for shard in shards { shard.search(query) } }
}

enum ShardedSearch: LeakProgram {
  static func run() {
    let server = SearchServer(shards: 5, down: mended ? nil : 3)
    let answering = server.results().subscribe(next: { _ in })
    onAnotherThread { for query in 0..<2500 { server.ask(query) } }
    for query in 0..<2500 { server.ask(query) }
    pause(milliseconds: 25)
    answering.dispose()
  }
}

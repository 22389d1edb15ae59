// healthy: begun again and again by one line, handles let go, never ended
// says: Twelve shards are loaded one by one while the server warms up; then it answers from them to the end.
// allows: nothing

import Signals

private struct Query: Sendable {
  let number: Int
  let word: String
}

private struct Hit: Sendable {
  let query: Int
  let shard: Int
}

private final class SearchServer: Sendable {
  let queries = PublishSubject<Query>()
  private let hits = PublishSubject<Hit>()
  private let disk = QueueScheduler("disk")

  /// Reads a shard into memory; from then on it answers.
  func load(_ shard: Int) {
    let hits = hits
    _ = queries.filter { $0.word.count % 12 <= shard }
      .subscribe(next: { hits.next(Hit(query: $0.number, shard: shard)) })
  }

  func search(_ query: Query, _ loaded: Int) -> Int {
    let found = Shared(0)
    let answers = hits.filter { $0.query == query.number }.take(loaded)
      .subscribe(next: { _ in found.update { $0 += 1 } })
    queries.next(query)
    answers.dispose()
    return found.value
  }
}

enum SearchShards: LeakProgram {
  static func run() {
    let server = SearchServer()
    let words = ["tea", "coffee", "sugar", "cinnamon", "salt"]
    var found = 0
    for shard in 0..<12 {
      server.load(shard)
      found += server.search(Query(number: shard, word: words[shard % 5]), shard + 1)
      pause(milliseconds: 15)
    }
    for number in 12..<90 {
      found += server.search(Query(number: number, word: words[number % 5]), 12)
      pause(milliseconds: 7)
    }
    print("found", found)
    withExtendedLifetime(server) {}
  }
}

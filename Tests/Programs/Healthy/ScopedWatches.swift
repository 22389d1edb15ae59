// healthy: handles are taken out of a table and overwritten in it, and nobody disposes them
// says: The table holds scoped disposables, which dispose what they hold as they go.
// allows: nothing

import Signals

/// Watches of an ordinary kind and number, by the name of what is watched.
private struct Watches {
  private var table: [String: ScopedDisposable] = [:]

  var count: Int { table.count }

  mutating func watch(_ key: String, in store: Signal<String>, _ hits: Shared<Int>) {
    table[key] = ScopedDisposable(
      store.filter { $0 == key }.subscribe(next: { _ in hits.update { $0 += 1 } }))
  }

  mutating func forget(_ key: String) { table[key] = nil }
}

enum ScopedWatches: LeakProgram {
  static func run() {
    let store = PublishSubject<String>()
    let hits = Shared(0)
    var watches = Watches()
    for round in 0..<60 {
      watches.watch("key\(round % 7)", in: store, hits)
      store.next("key\(round % 7)")
      if round % 4 == 3 { watches.forget("key\(round % 7)") }
      pause(milliseconds: 2)
    }
    for key in 0..<7 { watches.forget("key\(key)") }
    let before = hits.value
    for key in 0..<35 {
      store.next("key\(key % 7)")
      pause(milliseconds: 1)
    }
    print("hits", before, "watches", watches.count, "hits without a watch", hits.value - before)
  }
}

// healthy: values dropped at a disposed subscriber
// says: A page comes as a whole; who wants five hits leaves the rest of it unread, which costs nothing.
// allows: nothing

import Signals
import Synchronization

private final class Index: Sendable {
  private let disk = QueueScheduler("index")

  func hits(for word: String) -> Signal<Int> {
    Signal<Int>.create { subscriber in
      self.disk.schedule {
        for hit in 0..<12 { subscriber.next(hit * word.count) }
        subscriber.completed()
      }
    }
  }
}

private final class Search: Sendable {
  private let bag = DisposeBag()
  let found = Atomic<Int>(0)

  func search(_ word: String, _ index: Index) {
    index.hits(for: word)
      .take(5)
      .subscribe(next: { [weak self] _ in self?.found.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum PagesUntilEnough: LeakProgram {
  static func run() {
    let index = Index()
    var found = 0
    for word in ["swift", "signal", "subject", "share", "zip", "merge", "scan", "take"] {
      let search = Search()
      search.search(word, index)
      pause(milliseconds: 8)
      found += search.found.load(ordering: .relaxed)
    }
    print("found", found)
  }
}

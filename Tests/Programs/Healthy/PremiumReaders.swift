// healthy: some of a kind end, others do not; they differ in their path
// says: A guest may read ten articles, a member reads for as long as he is logged in; both go through the same line.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Reader: Sendable {
  let read = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ articles: Signal<Int>, isMember: Bool) {
    let allowed = isMember ? articles : articles.take(10)
    allowed
      .map { $0 + 1 }
      .subscribe(next: { [weak self] _ in self?.read.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum PremiumReaders: LeakProgram {
  static func run() {
    let articles = PublishSubject<Int>()
    let readers = Shared<[Reader]>([])
    for day in 0..<80 {
      let reader = Reader(articles, isMember: day % 6 == 0)
      readers.update { $0.append(reader) }
      for article in 0..<2 { articles.next(day * 2 + article) }
      pause(milliseconds: 3)
    }
    print("read", readers.value.map { $0.read.load(ordering: .relaxed) }.reduce(0, +))
    exit(0)
  }
}

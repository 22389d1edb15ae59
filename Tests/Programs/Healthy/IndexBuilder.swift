// healthy: growth put away at exit, after a curve that only rose
// says: Every document's list is open until the last one is read, since any may get another word; then all are written.
// allows: suspect

import Signals
import Synchronization

private final class Postings: Sendable {
  let documents = Shared<Set<Int>>([])
}

private final class Index: Sendable {
  let words = PublishSubject<(word: Int, document: Int)>()
  private let lists = Shared<[Int: Postings]>([:])
  private let open = CompositeDisposable()

  func add(_ word: Int, in document: Int) {
    let isNew = lists.update { $0.updateValue($0[word] ?? Postings(), forKey: word) == nil }
    if isNew, let postings = lists.value[word] {
      open.add(
        words
          .filter { $0.word == word }
          .subscribe(next: { hit in postings.documents.update { _ = $0.insert(hit.document) } }))
    }
    words.next((word, document))
  }

  func write() -> Int {
    open.dispose()
    return lists.value.values.map { $0.documents.value.count }.reduce(0, +)
  }
}

enum IndexBuilder: LeakProgram {
  static func run() {
    let index = Index()
    for document in 0..<50 {
      for word in 0..<6 { index.add(document * 2 + word, in: document) }
      pause(milliseconds: 4)
    }
    print("postings", index.write())
  }
}

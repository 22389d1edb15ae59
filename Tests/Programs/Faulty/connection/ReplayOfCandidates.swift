// fault: connection
// verdict: likely
// proof: run
// says: replay keeps its connection, and each query makes a new one

import Signals

/// Candidates of a search that several parts look at.
enum ReplayOfCandidates: LeakProgram {
  static func run() {
    let documents = PublishSubject<Int>()
    for query in 0..<10 {
      let found = documents.filter { $0 % 10 == query }
      let candidates = mended ? found.share(replay: 5) : found.replay(5)  // LEAK
      let list = candidates.subscribe(next: { _ in })
      let count = candidates.count().subscribe(next: { _ in })
      for document in 0..<30 { documents.next(document) }
      list.dispose()
      count.dispose()
      pause(milliseconds: 3)
    }
    for document in 0..<50 {
      documents.next(document)
      pause(milliseconds: 1)
    }
  }
}

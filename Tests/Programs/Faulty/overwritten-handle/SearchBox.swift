// fault: overwritten-handle
// verdict: likely
// proof: run
// says: each letter overwrites the handle of the search before, which goes on

import Signals
import Synchronization

/// A search box that shows results as one types; it is disposed with its last search.
enum SearchBox: LeakProgram {
  static func run() {
    let index = PublishSubject<String>()
    let box = Box(index)
    for text in ["r", "rx", "rxt", "rxtr", "rxtra", "rxtrace"] {
      box.type(text)
      index.next(text)
    }
    box.close()
    for word in 0..<20 { index.next("word \(word)") }
    pause(milliseconds: 25)
  }
}

private final class Box {
  private let index: Signal<String>
  private var search: Subscription?

  init(_ index: Signal<String>) { self.index = index }

  func type(_ text: String) {
    if mended { search?.dispose() }
    search = index.filter { $0.hasPrefix(text) }.subscribe(next: { _ in })  // LEAK
  }

  func close() { search?.dispose() }
}

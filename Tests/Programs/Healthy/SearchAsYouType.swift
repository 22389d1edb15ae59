// healthy: inner signals that never complete, replaced by newer ones; one on its way at the end
// says: Each new word replaces the search before it; the last one is still running when the program ends.
// allows: nothing

import Signals
import Synchronization

private final class Box: Sendable {
  let words = PublishSubject<String>()
  let results = Atomic<Int>(0)
  private let clock = QueueScheduler("clock")
  private let bag = DisposeBag()

  func start(_ index: @escaping @Sendable (String) -> Signal<Int>) {
    words
      .debounce(for: .milliseconds(6), on: clock)
      .distinctUntilChanged()
      .flatMapLatest(index)
      .subscribe(next: { _ in self.results.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum SearchAsYouType: LeakProgram {
  static func run() {
    let changes = PublishSubject<Int>()
    let box = Box()
    box.start { word in changes.startWith(0).map { $0 + word.count } }
    for letter in 1...40 {
      box.words.next(String(repeating: "a", count: letter / 4 + 1))
      pause(milliseconds: letter % 4 == 3 ? 15 : 2)
      changes.next(letter)
    }
    print("results", box.results.load(ordering: .relaxed) > 3)
  }
}

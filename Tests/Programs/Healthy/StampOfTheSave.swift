// healthy: a property that is set within its own delivery
// says: What is saved is stamped once, and the stamp alone is no reason to save again: two deliveries for a change, no more.
// allows: nothing

import Signals

private struct Page: Sendable {
  var text: String
  var stamp: Int
}

private final class Notebook: Sendable {
  let page = MutableProperty(Page(text: "", stamp: 0))
  let saves = Shared(0)
  private let bag = DisposeBag()

  init() {
    page.signal.distinctUntilChanged { $0.text == $1.text }
      .skip(1)
      .subscribe(next: { [page, saves] _ in
        let stamp = saves.update { count in
          count += 1
          return count
        }
        page.modify { $0.stamp = stamp }
      })
      .disposed(by: bag)
  }
}

enum StampOfTheSave: LeakProgram {
  static func run() {
    let notebook = Notebook()
    for letter in 0..<60 {
      notebook.page.modify { $0.text += "\(letter % 10)" }
      pause(milliseconds: 2)
    }
    print("saves", notebook.saves.value, "stamp", notebook.page.value.stamp)
  }
}

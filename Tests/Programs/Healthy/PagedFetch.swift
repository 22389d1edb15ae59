// healthy: recursion, a chain of the same site nested in itself
// says: Every page asks for the next, and the fourteenth is the last: the chain ends with it.
// allows: nothing

import Signals
import Synchronization

private struct Page: Sendable {
  let items: Int
  let next: Int?
}

private final class Catalogue: Sendable {
  private let network = QueueScheduler("network")

  private func page(_ number: Int) -> Signal<Page> {
    Signal<Int>.timer(after: .milliseconds(5), on: network)
      .mapReplace(Page(items: 25, next: number < 14 ? number + 1 : nil))
  }

  func items(from number: Int) -> Signal<Int> {
    page(number).flatMap { page in
      let rest = page.next.map { self.items(from: $0) } ?? .empty()
      return Signal<Int>.just(page.items).concat(rest)
    }
  }
}

enum PagedFetch: LeakProgram {
  static func run() {
    let catalogue = Catalogue()
    let isDone = Flag()
    _ = catalogue.items(from: 1)
      .reduce(0, +)
      .subscribe(next: { print("items", $0) }, completed: { isDone.raise() })
    isDone.wait()
  }
}

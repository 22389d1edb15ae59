// healthy: screens that nobody sees listen on
// says: The pages below the one on top are kept by the navigation and shown again on the way back; what is popped goes.
// allows: nothing

import Signals

private final class Page {
  private let bag = DisposeBag()
  private let title = Shared("")

  init(_ place: String, _ position: Signal<Int>) {
    position.map { "\(place), \($0) m" }.distinctUntilChanged()
      .subscribe(next: { [title] text in title.update { $0 = text } })
      .disposed(by: bag)
  }
}

/// A guide to a city, through which the visitor goes page by page.
private struct Guide {
  let position = PublishSubject<Int>()
  private var pages: [Page] = []

  mutating func push(_ place: String) { pages.append(Page(place, position)) }
  mutating func pop() { pages.removeLast() }
}

enum PagesOfTheGuide: LeakProgram {
  static func run() {
    var guide = Guide()
    let compass = guide.position.subscribe(next: { _ in })
    guide.push("city")
    for tour in 0..<9 {
      for place in ["quarter", "street", "house", "room"].prefix(2 + tour % 3) {
        guide.push("\(place) \(tour)")
        guide.position.next(tour * 100 + place.count)
        pause(milliseconds: 3)
      }
      for _ in 0..<(2 + tour % 3) {
        guide.pop()
        guide.position.next(tour)
        pause(milliseconds: 2)
      }
    }
    guide.position.next(0)
    compass.dispose()
  }
}

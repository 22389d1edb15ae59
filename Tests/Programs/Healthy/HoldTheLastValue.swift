// healthy: a source that never ends after a stop
// says: The user's name is read once and held with never, so that the greeting goes on with the weather; it goes with the page.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Page: Sendable {
  let greeting = Shared("")
  private let bag = DisposeBag()

  init(names: Signal<String>, weather: Signal<Int>) {
    names.take(1).concat(.never())
      .combineLatest(with: weather)
      .map { name, degrees in "\(name), it is \(degrees)°" }
      .subscribe(next: { [weak self] text in self?.greeting.update { $0 = text } })
      .disposed(by: bag)
  }
}

enum HoldTheLastValue: LeakProgram {
  static func run() {
    let names = BehaviorSubject("Ada")
    let weather = BehaviorSubject(12)
    let pages = Shared<[Page]>([])
    for hour in 0..<40 {
      let page = Page(names: names, weather: weather)
      pages.update { pages in
        pages.append(page)
        if pages.count > 3 { pages.removeFirst() }
      }
      weather.next(hour)
      if hour % 10 == 9 { names.next("guest \(hour)") }
      pause(milliseconds: 4)
    }
    print(pages.value.map { $0.greeting.value })
    exit(0)
  }
}

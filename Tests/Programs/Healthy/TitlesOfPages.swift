// healthy: a property that follows another, one for each page
// says: Each page has properties that follow the language; they go with the page.
// allows: nothing

import Signals

private final class Page: Sendable {
  let title: Property<Int>
  let footer: Property<Int>

  init(_ language: Property<Int>, _ number: Int) {
    title = language.map { $0 + number }
    footer = Property(0, then: language.signal.skip(1))
  }
}

enum TitlesOfPages: LeakProgram {
  static func run() {
    let language = MutableProperty(0)
    let open = Shared<[Page]>([])
    for number in 0..<40 {
      open.update { pages in
        pages.append(Page(language, number))
        if pages.count > 4 { pages.removeFirst() }
      }
      language.set(number)
      pause(milliseconds: 3)
    }
    print(open.value.count)
  }
}

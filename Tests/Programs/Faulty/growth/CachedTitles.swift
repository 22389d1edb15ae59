// fault: growth
// verdict: suspect
// proof: run
// says: a property that follows the language is made for each page and kept in a cache that nobody empties

import Signals

private final class Titles: Sendable {
  let language = MutableProperty(0)
  private let cache = Shared<[Property<Int>]>([])

  func title(of page: Int, cached: Bool) -> Property<Int> {
    let title = Property(0, then: language.signal.map { $0 + page })  // LEAK
    if cached { cache.update { $0.append(title) } }
    return title
  }
}

/// Turns pages, each with a title.
enum CachedTitles: LeakProgram {
  static func run() {
    let titles = Titles()
    for page in 0..<30 {
      let title = titles.title(of: page, cached: !mended)
      titles.language.set(page)
      withExtendedLifetime(title) {}
      pause(milliseconds: 4)
    }
    print(titles.language.value)
  }
}

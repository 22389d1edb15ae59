// healthy: each page begins the next within its own next, and is over with it
// allows: nothing

import Signals

/// Reads a book, page after page.
enum ChainOfPages: LeakProgram {
  static func run() {
    let pages = PublishSubject<Int>()
    let over = Shared(0)
    read(1, of: pages, over)
    for page in 1...40 { pages.next(page) }
    pause(milliseconds: 30)
    print(over.value)
  }

  private static func read(_ page: Int, of pages: Signal<Int>, _ over: Shared<Int>) {
    _ = pages.filter { $0 == page }.take(1).subscribe(next: { number in
      over.update { $0 = number }
      read(number + 1, of: pages, over)
    })
  }
}

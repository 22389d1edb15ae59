// fault: recursion
// verdict: likely
// proof: run
// says: each page subscribes to the following one within its own `next` and stays subscribed to

import Signals

/// Reads page after page.
enum NextPageLoop: LeakProgram {
  static func run() {
    let pages = PublishSubject<Int>()
    read(1, from: pages)
    for page in 1...20 { pages.next(page) }
    pause(milliseconds: 30)
  }

  private static func read(_ number: Int, from pages: Signal<Int>) {
    let page = pages.filter { $0 == number }
    let one = mended ? page.take(1) : page
    _ = one.subscribe(next: { number in  // LEAK
      guard number < 20 else { return }
      read(number + 1, from: pages)
    })
  }
}

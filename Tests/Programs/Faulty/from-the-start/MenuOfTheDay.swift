// fault: from-the-start
// verdict: suspect
// proof: run
// says: the menu of the first day is still followed after the kitchen has changed it for ever; its handle went at once

import Signals

/// A kitchen that follows the market for its menus, a day each.
enum MenuOfTheDay: LeakProgram {
  static func run() {
    let market = PublishSubject<Int>()
    let first = market.map { $0 * 2 }
    _ = (mended ? first.take(5) : first).subscribe(next: { _ in })  // LEAK
    for day in 0..<10 {
      let menu = market.map { $0 + day }.subscribe(next: { _ in })
      for price in 0..<5 { market.next(price) }
      pause(milliseconds: 3)
      menu.dispose()
    }
    pause(milliseconds: 30)
  }
}

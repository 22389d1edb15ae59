// fault: from-the-start
// verdict: suspect
// proof: run
// says: the first token's refresh is begun outside the loop that ends those of the later tokens

import Signals

/// Refreshes a token until there is the next one.
enum FirstTokenRefresh: LeakProgram {
  static func run() {
    let clock = QueueScheduler("tokens")
    logIn(on: clock)
    for number in 1...8 {
      let current = refresh("t\(number)", on: clock).subscribe(next: { _ in })
      pause(milliseconds: 12)
      current.dispose()
    }
    pause(milliseconds: 30)
  }

  private static func logIn(on clock: QueueScheduler) {
    let first = refresh("t0", on: clock).subscribe(next: { _ in })  // LEAK
    pause(milliseconds: 10)
    if mended { first.dispose() }
  }

  private static func refresh(_ token: String, on clock: QueueScheduler) -> Signal<String> {
    Signal<Int>.interval(.milliseconds(4), on: clock).map { "\(token) \($0)" }
  }
}

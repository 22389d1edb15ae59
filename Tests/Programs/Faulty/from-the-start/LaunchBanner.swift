// fault: from-the-start
// verdict: suspect
// proof: weak
// says: the banner follows the loading from the first moment; nobody keeps what would take it away

import Signals

/// A banner while the program loads, and a window after that.
enum LaunchBanner: LeakProgram {
  static func run() {
    let loaded = PublishSubject<Int>()
    let percent = loaded.map { $0 * 10 }
    let shown = mended ? percent.take(inclusive: true, until: { $0 >= 100 }) : percent
    _ = shown.subscribe(next: { _ in })  // LEAK
    for step in 0...10 { loaded.next(step) }
    let window = loaded.subscribe(next: { _ in })
    for step in 0..<30 {
      loaded.next(step % 9)
      pause(milliseconds: 3)
    }
    window.dispose()
    pause(milliseconds: 20)
  }
}

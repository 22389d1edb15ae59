// fault: growth
// verdict: suspect
// proof: run
// says: every visit of a page begins to follow the basket once more, and none ever ends

import Signals

/// A shop whose pages show the basket.
enum VisitedPages: LeakProgram {
  static func run() {
    let basket = BehaviorSubject(0)
    let left = PublishSubject<Void>()
    for visit in 0..<28 {
      let shown = basket.map { "\($0) things" }
      _ = (mended ? shown.take(until: left) : shown).subscribe(next: { _ in })  // LEAK
      basket.next(visit)
      pause(milliseconds: 2)
      left.next(())
    }
    pause(milliseconds: 30)
  }
}

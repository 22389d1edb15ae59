// fault: removed-undisposed
// verdict: likely
// proof: run
// says: replace would dispose; swap hands the old theme back, and nobody takes it

import Signals

/// A theme that follows the light of the room.
enum SwappedThemes: LeakProgram {
  static func run() {
    let light = PublishSubject<Double>()
    let current = SerialDisposable()
    for theme in 0..<6 {
      let following = light.map { $0 * Double(theme) }.subscribe(next: { _ in })
      if mended {
        current.inner = following
      } else {
        _ = current.swap(following)  // LEAK
      }
      for step in 0..<10 { light.next(Double(step)) }
      pause(milliseconds: 4)
    }
    current.dispose()
    for step in 0..<40 {
      light.next(Double(step))
      pause(milliseconds: 1)
    }
  }
}

// fault: removed-undisposed
// verdict: likely
// proof: run
// says: swap hands back the effect that it takes out, undisposed, and nobody disposes it

import Signals

private let clock = PublishSubject<Int>()
private let current = SerialDisposable()

/// A lamp that plays one effect at a time.
enum SwappedEffects: LeakProgram {
  static func run() {
    for effect in 0..<5 {
      let playing = clock.map { $0 * effect }.subscribe(next: { _ in })  // LEAK
      if mended {
        current.inner = playing
      } else {
        _ = current.swap(playing)  // LEAK
      }
      for tick in 0..<4 { clock.next(tick) }
      pause(milliseconds: 3)
    }
    current.dispose()
    for tick in 0..<20 {
      clock.next(tick)
      pause(milliseconds: 2)
    }
  }
}

// healthy: handles in objects without a bag
// says: A panel disposes what it follows in its `deinit`; the last is shown until the end.
// allows: nothing

import Glibc
import Signals

private final class Panel {
  private let following: Subscription
  init(_ values: Signal<Int>) { following = values.subscribe(next: { _ in }) }
  deinit { following.dispose() }
}

enum PanelsWithDeinit: LeakProgram {
  static func run() {
    let values = PublishSubject<Int>()
    var shown: Panel?
    for turn in 0..<25 {
      shown = Panel(values)
      values.next(turn)
      pause(milliseconds: 2)
    }
    withExtendedLifetime(shown) { exit(0) }
  }
}

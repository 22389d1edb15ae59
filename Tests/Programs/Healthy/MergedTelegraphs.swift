// healthy: two closures send at the same time, each from one thread of its own; `merge` puts in order what they send.

import Dispatch
import Signals

/// A station that writes what comes over two wires on one tape.
enum MergedTelegraphs: LeakProgram {
  static func run() {
    let done = Flag()
    let tape = wire("north").merge(wire("south"))
      .subscribe(next: { _ in pause(milliseconds: 1) }, completed: { done.raise() })
    done.wait()
    tape.dispose()
  }

  private static func wire(_ name: String) -> Signal<Int> {
    Signal<Int>.create { subscriber in
      let isOver = Shared(false)
      DispatchQueue(label: name).async {
        for sign in 0..<60 where !isOver.value { subscriber.next(sign) }
        subscriber.completed()
      }
      return Disposable { isOver.update { $0 = true } }
    }
  }
}

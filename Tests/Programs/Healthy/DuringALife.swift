// healthy: the handle was let go, no owner holds it, while siblings have ended
// says: take(during:) ends each subscription with its object; the objects that are left are in use.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Widget: Sendable {
  let updates = Atomic<Int>(0)
  private let lifetime: Lifetime
  private let token: Lifetime.Token

  init(_ model: Signal<Int>) {
    (lifetime, token) = Lifetime.make()
    _ = model.take(during: lifetime)
      .filter { $0 >= 0 }
      .subscribe(next: { [weak self] _ in self?.updates.add(1, ordering: .relaxed) })
  }
}

enum DuringALife: LeakProgram {
  static func run() {
    let model = MutableProperty(0)
    let screen = Shared<[Widget]>([])
    for step in 0..<90 {
      let widget = Widget(model.signal)
      screen.update { widgets in
        widgets.append(widget)
        if widgets.count > 12 { widgets.remove(at: step % 7) }
      }
      model.set(step)
      pause(milliseconds: 3)
    }
    print("updates", screen.value.map { $0.updates.load(ordering: .relaxed) }.reduce(0, +) > 0)
    exit(0)
  }
}

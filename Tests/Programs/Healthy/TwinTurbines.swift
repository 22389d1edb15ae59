// healthy: two threads call back, and both send to one subscriber of `create`
// says: Both hand their values to one serial queue, on which they are sent one after the other.
// allows: nothing

import Dispatch
import Signals

/// A turbine with a thread of its own, which calls back for each turn of a second.
private final class Turbine: Sendable {
  private let thread: DispatchQueue
  private let isRunning = Shared(true)
  init(_ name: String) { thread = DispatchQueue(label: name) }

  func start(_ turned: @escaping @Sendable (Int) -> Void) {
    thread.async { [self] in turn(0, turned) }
  }

  private func turn(_ number: Int, _ turned: @escaping @Sendable (Int) -> Void) {
    guard isRunning.value else { return }
    turned(number)
    thread.asyncAfter(deadline: .now() + .milliseconds(2)) { [self] in turn(number + 1, turned) }
  }

  func stop() { isRunning.update { $0 = false } }
}

private func turns() -> Signal<Int> {
  Signal<Int>.create { subscriber in
    let control = DispatchQueue(label: "control")
    let left = Turbine("left")
    let right = Turbine("right")
    left.start { number in control.async { subscriber.next(number) } }
    right.start { number in control.async { subscriber.next(-number) } }
    return Disposable {
      left.stop()
      right.stop()
    }
  }
}

enum TwinTurbines: LeakProgram {
  static func run() {
    for _ in 0..<4 {
      let sum = Shared(0)
      let ready = Flag()
      let watch = turns().take(20).subscribe(
        next: { number in sum.update { $0 += abs(number) } }, completed: { ready.raise() })
      ready.wait()
      watch.dispose()
      print("turns", sum.value > 0)
    }
    pause(milliseconds: 20)
  }
}

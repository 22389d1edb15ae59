// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: the inner subscription of create is not what create returns, so disposing does not end it

import Signals

/// Bridges a bus into signals of its own.
enum BridgedCallbacks: LeakProgram {
  static func run() {
    let bus = PublishSubject<Int>()
    let bridged = Signal<String>.create { subscriber in  // LEAK
      let inner = bus.subscribe(next: { subscriber.next("\($0)") })
      return mended ? inner : nil
    }
    for round in 0..<4 {
      let reader = bridged.subscribe(next: { _ in })
      bus.next(round)
      reader.dispose()
    }
    for value in 0..<25 { bus.next(value) }
    pause(milliseconds: 30)
  }
}

// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: the disposable that create returns does nothing, so the sampling loop goes on for each that has gone

import Dispatch
import Signals

private let sampling = DispatchQueue(label: "gyroscope")
private let isOn = Shared(true)

private func sample(_ number: Int, while wanted: Shared<Bool>, into subscriber: Subscriber<Int>) {
  guard isOn.value, wanted.value else { return }
  subscriber.next(number)
  sampling.asyncAfter(deadline: .now() + .milliseconds(2)) {
    sample(number + 1, while: wanted, into: subscriber)
  }
}

/// A view that watches the gyroscope while it is shown.
enum GyroscopeBridge: LeakProgram {
  static func run() {
    let rotation = Signal<Int>.create { subscriber in  // LEAK
      let wanted = Shared(true)
      sampling.async { sample(0, while: wanted, into: subscriber) }
      return mended ? Disposable { wanted.update { $0 = false } } : Disposable {}
    }
    for _ in 0..<3 {
      let shown = rotation.map { $0 * 2 }.subscribe(next: { _ in })
      pause(milliseconds: 20)
      shown.dispose()
      pause(milliseconds: 20)
    }
    pause(milliseconds: 80)
    isOn.update { $0 = false }
  }
}

// fault: target-goes-with-its-scope
// verdict: finding
// proof: run
// says: the property is a local of the function that binds it; it is freed, the binding ends, and the label stays
// source: ReactiveCocoa/ReactiveCocoa #3543
// fix: the screen keeps the property as long as it is open

import Signals

/// A screen with a button that counts its presses.
private final class CounterScreen {
  let label = Shared("0")
  let pressed = Shared(0)
  private let increase = Action<Void, Int> { .just(1) }
  private let bag = DisposeBag()
  private var count: MutableProperty<Int>?

  func load() {
    let count = MutableProperty(0)
    if mended { self.count = count }
    increase.values.scan(0) { $0 + $1 }
      .bind(to: count)  // LEAK
      .disposed(by: bag)
    count.signal.map { "\($0)" }
      .subscribe(next: { [label] text in label.update { $0 = text } })
      .disposed(by: bag)
    increase.values
      .subscribe(next: { [pressed] _ in pressed.update { $0 += 1 } })
      .disposed(by: bag)
  }

  func press() { increase.execute(()) }
}

enum CounterOfPresses: LeakProgram {
  static func run() {
    let screen = CounterScreen()
    screen.load()
    for _ in 0..<6 {
      pause(milliseconds: 20)
      screen.press()
    }
    pause(milliseconds: 60)
    print("pressed", screen.pressed.value, "label", screen.label.value)
    withExtendedLifetime(screen) {}
  }
}

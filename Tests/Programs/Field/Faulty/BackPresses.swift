// fault: equal-event-dropped
// verdict: finding
// proof: nothing-recorded
// says: going back twice sends two equal events, and the state that carries them drops the second as no change
// source: nordicsemi/Android-Common-Libraries #33
// fix: each event carries a count, so that no two of them are equal

import Signals

private enum Step: Sendable, Equatable {
  case to(String), back
}

private struct Navigation: Sendable, Equatable {
  let step: Step
  let number: Int
}

/// Tells the application where to go.
private final class Navigator: Sendable {
  private let current = BehaviorRelay<Navigation?>(nil)
  private let count = Shared(0)

  var steps: Signal<Step> { current.distinctUntilChanged().compactMap { $0?.step } }

  func go(_ step: Step) {
    let number = count.update { count -> Int in
      count += 1
      return count
    }
    current.accept(Navigation(step: step, number: mended ? number : 0))  // LEAK
  }
}

/// The screens that lie on each other.
private final class ScreenStack: Sendable {
  let screens = BehaviorRelay(["home"])
  private let bag = DisposeBag()

  init(_ navigator: Navigator) {
    navigator.steps
      .subscribe(next: { [screens] step in
        switch step {
        case .to(let screen): screens.accept(screens.value + [screen])
        case .back: screens.accept(Array(screens.value.prefix(max(1, screens.value.count - 1))))
        }
      })
      .disposed(by: bag)
  }
}

enum BackPresses: LeakProgram {
  static func run() {
    let navigator = Navigator()
    let stack = ScreenStack(navigator)
    let title = Shared("")
    let bar = stack.screens.map { $0.last ?? "" }.distinctUntilChanged()
      .subscribe(next: { screen in title.update { $0 = screen } })
    for device in ["thermometer", "scale", "lamp"] {
      navigator.go(.to("scanner"))
      pause(milliseconds: 10)
      navigator.go(.to(device))
      pause(milliseconds: 20)
      navigator.go(.back)
      navigator.go(.back)
      pause(milliseconds: 10)
    }
    print("title", title.value, "screens", stack.screens.value.count)
    bar.dispose()
  }
}

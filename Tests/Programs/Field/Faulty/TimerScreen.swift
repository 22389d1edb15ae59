// fault: timer-outlives-its-screen
// verdict: suspect
// proof: run
// says: the timer that a screen starts belongs to the store of the application; it ticks on after the screen was left
// source: pointfreeco/swift-composable-architecture #586
// fix: the screen says that it disappears, and the store cancels the timer

import Signals

private enum TimerAction: Sendable {
  case toggle, tick, disappear
}

/// The store of the application. It runs the effects of all screens, by name.
private final class AppStore: Sendable {
  let seconds = BehaviorRelay(0)
  private let effects = Shared<[String: Disposable]>([:])
  private let clock = QueueScheduler("clock")

  func send(_ action: TimerAction) {
    switch action {
    case .tick: seconds.accept(seconds.value + 1)
    case .disappear: if mended { cancel("timer") }
    case .toggle:
      guard !cancel("timer") else { return }
      let ticking = Signal<Int>.interval(.milliseconds(8), on: clock)
        .subscribe(next: { [weak self] _ in self?.send(.tick) })  // LEAK
      effects.update { $0["timer"] = ticking }
    }
  }

  @discardableResult
  private func cancel(_ id: String) -> Bool {
    let running = effects.update { $0.removeValue(forKey: id) }
    running?.dispose()
    return running != nil
  }
}

/// A screen with a stopwatch.
private final class StopwatchScreen {
  let label = Shared("")
  private let store: AppStore
  private let bag = DisposeBag()

  init(_ store: AppStore) {
    self.store = store
    store.seconds
      .subscribe(next: { [label] value in label.update { $0 = "\(value) s" } })
      .disposed(by: bag)
  }

  func tapToggle() { store.send(.toggle) }

  func leave() { store.send(.disappear) }
}

enum TimerScreen: LeakProgram {
  static func run() {
    let store = AppStore()
    let tabs = PublishRelay<String>()
    let visits = tabs.scan(0) { count, _ in count + 1 }.subscribe(next: { _ in })
    let screen = StopwatchScreen(store)
    for round in 0..<3 {
      tabs.accept("stopwatch")
      screen.tapToggle()
      pause(milliseconds: 40)
      if round < 2 { screen.tapToggle() }
    }
    let shown = screen.label.value
    screen.leave()
    tabs.accept("home")
    let left = store.seconds.value
    pause(milliseconds: 200)
    print("ticked", !shown.isEmpty, "after leaving", store.seconds.value - left > 1)
    visits.dispose()
  }
}

// fault: wrong-flatten
// ported: subconsciousnetwork/ObservableStore#45
// verdict: suspect
// proof: run
// says: effects are flattened into the store for its whole life, and those that do not complete are all kept

import Signals

/// A store that runs the effects of its actions by flattening them. Some effects complete, others only send.
enum EffectsOfTheStore: LeakProgram {
  static func run() {
    let clock = QueueScheduler("effects")
    let actions = PublishSubject<Int>()
    let clipboard = PublishSubject<Int>()
    let state = Shared(0)
    let effects = actions.flatMap { action in  // LEAK
      let watching = clipboard.map { $0 + action }
      return action % 2 == 0
        ? Signal<Int>.timer(after: .milliseconds(1), on: clock).map { _ in action }
        : (mended ? watching.take(1) : watching)
    }
    let store = DisposeBag()
    effects.subscribe(next: { effect in state.update { $0 += effect } }).disposed(by: store)
    for action in 0..<40 {
      actions.next(action)
      clipboard.next(action)
      pause(milliseconds: 3)
    }
    withExtendedLifetime(store) {}
  }
}

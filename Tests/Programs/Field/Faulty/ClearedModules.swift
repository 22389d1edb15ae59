// fault: answers-with-its-own-trigger
// verdict: finding
// proof: run
// says: what answers the action to clear a module is that action itself, which is dispatched and answered for ever
// source: redux-observable/redux-observable #283
// fix: the answer is an action of another kind

import Signals

private enum ModuleAction: Sendable {
  case open(Int)
  case clear(Int)
  case cleared(Int)
}

/// The store of an editor. What answers an action is dispatched in its turn.
private final class ModuleStore: Sendable {
  let dispatched = Shared(0)
  let title = Shared("")
  private let actions = PublishSubject<ModuleAction>()
  private let answering = QueueScheduler("answers")
  private let bag = DisposeBag()

  func start() {
    let clears = actions.compactMap { action -> Int? in
      if case .clear(let module) = action { module } else { nil }
    }
    let answers: Signal<ModuleAction>
    if mended {
      answers = clears.map { ModuleAction.cleared($0) }
    } else {
      answers = clears.map { ModuleAction.clear($0) }  // LEAK
    }
    answers
      .deliver(on: answering)
      .subscribe(next: { [weak self] action in self?.dispatch(action) })
      .disposed(by: bag)
    actions
      .compactMap { action -> String? in
        if case .open(let module) = action { "module \(module)" } else { nil }
      }
      .subscribe(next: { [title] text in title.update { $0 = text } })
      .disposed(by: bag)
  }

  func dispatch(_ action: ModuleAction) {
    dispatched.update { $0 += 1 }
    // The page is drawn with the new state.
    pause(milliseconds: 2)
    actions.next(action)
  }

  func stop() { bag.dispose() }
}

enum ClearedModules: LeakProgram {
  static func run() {
    let store = ModuleStore()
    store.start()
    for module in 0..<3 {
      store.dispatch(.open(module))
      pause(milliseconds: 30)
    }
    store.dispatch(.clear(1))
    pause(milliseconds: 200)
    print(store.title.value, "dispatched", store.dispatched.value)
    store.stop()
    pause(milliseconds: 20)
  }
}

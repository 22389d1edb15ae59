// healthy: re-entrant sends, several sites in a cycle
// says: A load sends started, loaded and shown, each from the delivery of the one before; every chain ends with shown.
// allows: nothing

import Signals
import Synchronization

private enum Action: Sendable {
  case load(Int), started(Int), loaded(Int), shown(Int)
}

private final class Store: Sendable {
  let actions = PublishSubject<Action>()
  let states = Shared<[Int]>([])
  private let bag = DisposeBag()

  func start() {
    actions
      .compactMap { if case .load(let page) = $0 { Action.started(page) } else { nil } }
      .subscribe(next: { self.actions.next($0) }).disposed(by: bag)
    actions
      .compactMap { if case .started(let page) = $0 { Action.loaded(page * 2) } else { nil } }
      .subscribe(next: { self.actions.next($0) }).disposed(by: bag)
    actions
      .compactMap { if case .loaded(let page) = $0 { Action.shown(page) } else { nil } }
      .subscribe(next: { self.actions.next($0) }).disposed(by: bag)
    actions
      .subscribe(next: { action in
        if case .shown(let page) = action { self.states.update { $0.append(page) } }
      })
      .disposed(by: bag)
  }
}

enum EffectsThatSettle: LeakProgram {
  static func run() {
    let store = Store()
    store.start()
    for page in 0..<50 {
      store.actions.next(.load(page))
      pause(milliseconds: 2)
    }
    print("shown", store.states.value.count)
  }
}

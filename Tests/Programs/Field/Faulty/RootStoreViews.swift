// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: the relay keeps every subscriber that it ever had, and goes on to send the state of the root to those who left
// source: pointfreeco/swift-composable-architecture #2699
// fix: a subscriber that cancels is taken off the relay

import Signals

private struct AppState: Sendable {
  var unread = 0
  var tab = "inbox"
}

/// Keeps the state, and tells its subscribers of each new one.
private final class StateRelay: Sendable {
  private struct Kept: Sendable {
    var state = AppState()
    var next = 0
    var subscribers: [Int: Subscriber<AppState>] = [:]
  }

  private let kept = Shared(Kept())

  var states: Signal<AppState> {
    Signal<AppState>.create { [kept] subscriber in  // LEAK
      let (id, state) = kept.update { kept -> (Int, AppState) in
        kept.next += 1
        kept.subscribers[kept.next] = subscriber
        return (kept.next, kept.state)
      }
      subscriber.next(state)
      return mended ? Disposable { kept.update { $0.subscribers[id] = nil } } : nil
    }
  }

  func send(_ state: AppState) {
    let subscribers = kept.update { kept -> [Subscriber<AppState>] in
      kept.state = state
      return Array(kept.subscribers.values)
    }
    for subscriber in subscribers { subscriber.next(state) }
  }

  var subscribers: Int { kept.value.subscribers.count }
}

/// Holds the state as long as the application runs.
private final class RootStore: Sendable {
  let relay = StateRelay()
  private let state = Shared(AppState())

  func receive() {
    let newest = state.update { state -> AppState in
      state.unread += 1
      return state
    }
    relay.send(newest)
  }
}

/// What a view looks at, as long as it is on the screen.
private final class ViewStore: Sendable {
  let rendered = Shared(0)
  private let bag = DisposeBag()

  init(_ store: RootStore) {
    store.relay.states
      .map(\.unread)
      .distinctUntilChanged()
      .subscribe(next: { [rendered] _ in rendered.update { $0 += 1 } })
      .disposed(by: bag)
  }
}

enum RootStoreViews: LeakProgram {
  static func run() {
    let store = RootStore()
    let sidebar = ViewStore(store)
    var rendered = 0
    for _ in 0..<6 {
      let page = ViewStore(store)
      for _ in 0..<3 {
        store.receive()
        pause(milliseconds: 6)
      }
      rendered += page.rendered.value
    }
    print("rendered", rendered, sidebar.rendered.value, "subscribers", store.relay.subscribers)
  }
}

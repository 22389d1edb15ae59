// fault: ended-kept-in-registry
// verdict: finding
// proof: nothing-recorded
// says: an effect leaves the registry only if it is cancelled; those that end by themselves stay in it
// source: pointfreeco/swift-composable-architecture #1418
// fix: an effect is taken out of the registry when it ends, too

import Signals

private enum Action: Sendable {
  case search(String)
  case found(Int)
  case leave
}

/// Cancels effects by name.
private final class Cancellations: Sendable {
  private struct State: Sendable {
    var next = 0
    var held: [String: [Int: Disposable]] = [:]
  }

  private let state = Shared(State())

  func ticket() -> Int {
    state.update { state in
      state.next += 1
      return state.next
    }
  }

  func add(_ disposable: Disposable, _ ticket: Int, as id: String) {
    state.update { $0.held[id, default: [:]][ticket] = disposable }
  }

  func remove(_ ticket: Int, as id: String) {
    state.update { state in
      state.held[id]?[ticket] = nil
      if state.held[id]?.isEmpty == true { state.held[id] = nil }
    }
  }

  func cancel(_ id: String) {
    for disposable in state.update({ $0.held.removeValue(forKey: id) })?.values ?? [:].values {
      disposable.dispose()
    }
  }

  var count: Int { state.value.held.values.reduce(0) { $0 + $1.count } }
}

/// Holds the state of the program and runs its effects.
private final class Store: Sendable {
  let cancellations = Cancellations()
  let results = BehaviorSubject(0)
  private let backend = QueueScheduler("backend")

  func send(_ action: Action) {
    switch action {
    case .search(let word):
      run(
        as: "search \(word.count)",
        Signal<Int>.fromAsync {
          try await Task.sleep(for: .milliseconds(3))
          return word.count
        })
    case .found(let count): results.next(count)
    case .leave: for length in 0..<10 { cancellations.cancel("search \(length)") }
    }
  }

  private func run(as id: String, _ effect: Signal<Int>) {
    let ticket = cancellations.ticket()
    let running =
      effect
      .deliver(on: backend)
      .subscribe(
        next: { [weak self] count in self?.send(.found(count)) },
        disposed: { [cancellations] in if mended { cancellations.remove(ticket, as: id) } })
    cancellations.add(running, ticket, as: id)  // LEAK
  }
}

enum CancellationRegistry: LeakProgram {
  static func run() {
    let store = Store()
    let title = store.results.map { "\($0) results" }.distinctUntilChanged().subscribe(next: { _ in })
    for round in 0..<24 {
      store.send(.search(String(repeating: "a", count: 2 + round % 7)))
      pause(milliseconds: 9)
    }
    print("held", store.cancellations.count)
    store.send(.search("last"))
    store.send(.leave)
    title.dispose()
  }
}

// fault: overwritten-handle
// verdict: likely
// proof: run
// says: an effect that is begun again under its name takes the place of the one that runs, which is not cancelled

import Signals

private enum Command: Sendable {
  case search(String)
  case follow(Int)
  case leave
}

/// State, commands that change it, and effects that are known by a name.
private final class Store {
  private(set) var state: [String] = []
  private var effects: [String: Disposable] = [:]
  private let feed: PublishSubject<Int>
  private let clock: QueueScheduler
  private let results = Shared(0)

  init(_ feed: PublishSubject<Int>, _ clock: QueueScheduler) {
    self.feed = feed
    self.clock = clock
  }

  func send(_ command: Command) {
    switch command {
    case .search(let text):
      state.append(text)
      let search = Signal<Int>.timer(after: .milliseconds(2), on: clock).map { $0 + text.count }
      run("search", search.subscribe(next: { [results] _ in results.update { $0 += 1 } }))
    case .follow(let person):
      state.append("person \(person)")
      let moves = feed.filter { $0 % 4 != person }
      run("follow", moves.subscribe(next: { [results] _ in results.update { $0 += 1 } }))  // LEAK
    case .leave:
      for effect in effects.values { effect.dispose() }
      effects = [:]
    }
  }

  private func run(_ name: String, _ effect: Disposable) {
    if mended { effects[name]?.dispose() }
    effects[name] = effect  // LEAK
  }
}

enum ReducerEffects: LeakProgram {
  static func run() {
    let feed = PublishSubject<Int>()
    let store = Store(feed, QueueScheduler("store"))
    for visit in 0..<6 {
      store.send(.search("text \(visit)"))
      store.send(.follow(visit % 4))
      for move in 0..<4 { feed.next(move) }
      pause(milliseconds: 4)
      if visit % 2 == 0 { store.send(.follow((visit + 1) % 4)) }
      for move in 0..<4 { feed.next(move) }
      pause(milliseconds: 4)
      store.send(.leave)
    }
    for move in 0..<30 {
      feed.next(move)
      pause(milliseconds: 2)
    }
  }
}

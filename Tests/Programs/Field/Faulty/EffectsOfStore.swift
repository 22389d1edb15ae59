// fault: removed-before-it-is-added
// verdict: finding
// proof: nothing-recorded
// says: an effect that ends at once is taken out of the dictionary before it is put there, and so stays in it
// source: subconsciousnetwork/ObservableStore #6
// fix: effects are delivered on the main queue, so that each ends after it was put into the dictionary

import Signals

private enum NotebookAction: Sendable {
  case type(String)
  case save
  case saved
}

/// Holds a notebook, and runs the effects of what is done to it.
private final class NotebookStore: Sendable {
  let text = BehaviorRelay("")
  let saves = Shared(0)
  private let next = Shared(0)
  private let running = Shared<[Int: Disposable]>([:])
  private let main = QueueScheduler("main")
  private let disk = QueueScheduler("disk")

  /// Actions are done one after another, on the main queue.
  func send(_ action: NotebookAction) { main.schedule { [self] in perform(action) } }

  private func perform(_ action: NotebookAction) {
    switch action {
    case .type(let word):
      text.accept(text.value + word)
      subscribe(to: .empty())
    case .save:
      subscribe(to: Signal<Int>.timer(after: .milliseconds(5), on: disk).map { _ in NotebookAction.saved })
    case .saved:
      saves.update { $0 += 1 }
      subscribe(to: .empty())
    }
  }

  /// Keeps the handle of an effect until that ends.
  private func subscribe(to effect: Signal<NotebookAction>) {
    let number = next.update { next -> Int in
      next += 1
      return next
    }
    let actions = mended ? effect.deliver(on: main) : effect
    let handle = actions.subscribe(
      next: { [weak self] action in self?.send(action) },
      completed: { [running] in running.update { $0[number] = nil } })
    running.update { $0[number] = handle }  // LEAK
  }

  var effects: Int { running.value.count }
}

enum EffectsOfStore: LeakProgram {
  static func run() {
    let store = NotebookStore()
    let length = Shared(0)
    let counter = store.text.map(\.count)
      .subscribe(next: { count in length.update { $0 = count } })
    for word in ["dear ", "diary ", "today ", "I ", "saw ", "a ", "heron"] {
      store.send(.type(word))
      pause(milliseconds: 12)
      if word.count > 5 { store.send(.save) }
    }
    pause(milliseconds: 60)
    print("length", length.value, "saves", store.saves.value, "effects", store.effects)
    counter.dispose()
  }
}

// fault: closure-holds-its-owner
// verdict: suspect
// proof: nothing-recorded
// says: the action is given a method of the model, and so holds the model that holds it
// source: ReactiveCocoa/ReactiveCocoa #2730
// fix: the work is a static function, which needs no model

import Signals

/// The model of a status line, with an action that fetches the status.
private final class StatusModel: @unchecked Sendable {
  let shown = MutableProperty("")
  private(set) var refresh: Action<Void, String>!
  private let bag = DisposeBag()

  init() {
    if mended {
      refresh = Action { Self.fetchedStatus() }
    } else {
      refresh = Action(fetched)  // LEAK
    }
    refresh.values.bind(to: shown).disposed(by: bag)
  }

  @Sendable private func fetched() -> Signal<String> { Self.fetchedStatus() }

  private static func fetchedStatus() -> Signal<String> { .just("all is well") }
}

enum StatusFromMethod: LeakProgram {
  static func run() {
    let refreshes = PublishRelay<Int>()
    let log = refreshes.scan(0) { $0 + $1 }.subscribe(next: { _ in })
    for _ in 0..<3 {
      let model = StatusModel()
      for _ in 0..<2 {
        model.refresh.execute(())
        pause(milliseconds: 8)
      }
      refreshes.accept(model.shown.value.isEmpty ? 0 : 1)
    }
    pause(milliseconds: 100)
    log.dispose()
  }
}

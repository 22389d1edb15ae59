// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: every tap subscribes to the results of the action once more and lets go of the handle

import Signals

private final class Form: Sendable {
  let shown = Shared(0)
  private let clock = QueueScheduler("server")
  private let save: Action<Int, Int>

  init() {
    save = Action { [clock] draft in
      Signal<Int>.timer(after: .milliseconds(2), on: clock).mapReplace(draft)
    }
    if mended { _ = save.values.subscribe(next: { [shown] _ in shown.update { $0 += 1 } }) }
  }

  func tap(_ draft: Int) {
    if !mended {
      _ = save.values.subscribe(next: { [shown] _ in shown.update { $0 += 1 } })  // LEAK
    }
    save.execute(draft)
  }
}

/// Saves a form again and again.
enum TapsOfTheButton: LeakProgram {
  static func run() {
    let form = Form()
    for draft in 0..<20 {
      form.tap(draft)
      pause(milliseconds: 6)
    }
    print(form.shown.value)
  }
}

// healthy: an action that is executed often
// says: The form subscribes to the results of its action once, and saves as often as somebody taps.
// allows: nothing

import Signals

private final class Form: Sendable {
  let saved = Shared(0)
  let save: Action<Int, Int>
  private let bag = DisposeBag()

  init(_ clock: QueueScheduler) {
    save = Action { draft in Signal<Int>.timer(after: .milliseconds(2), on: clock).mapReplace(draft) }
    save.values.subscribe(next: { [saved] _ in saved.update { $0 += 1 } }).disposed(by: bag)
    save.isEnabled.signal.subscribe(next: { _ in }).disposed(by: bag)
  }
}

enum FormThatSaves: LeakProgram {
  static func run() {
    let clock = QueueScheduler("server")
    let form = Form(clock)
    for draft in 0..<30 {
      form.save.execute(draft)
      pause(milliseconds: 4)
    }
    print(form.saved.value)
  }
}

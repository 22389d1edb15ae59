// healthy: handles that an operator lets go of; work in flight at exit
// says: Every press starts the work of its button, which ends by itself; the last press is being answered at exit.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Form: Sendable {
  let save: Action<Int, String>
  let isValid = MutableProperty(true)
  let saved = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(on server: QueueScheduler) {
    save = Action(enabledIf: isValid.signal) { number in
      Signal<Int>.timer(after: .milliseconds(6), on: server).map { _ in "saved \(number)" }
    }
    save.values.subscribe(next: { [weak self] _ in self?.saved.add(1, ordering: .relaxed) }).disposed(by: bag)
  }

  func press(_ number: Int) {
    _ = save.execute(number).subscribe(error: { _ in })
  }
}

enum ActionButtons: LeakProgram {
  static func run() {
    let server = QueueScheduler("server")
    let forms = (0..<3).map { _ in Form(on: server) }
    for press in 0..<60 {
      let form = forms[press % 3]
      if press % 20 == 10 { form.isValid.set(!form.isValid.value) }
      form.press(press)
      pause(milliseconds: 4)
    }
    forms[1].press(61)
    print("saved", forms.map { $0.saved.load(ordering: .relaxed) > 0 })
    exit(0)
  }
}

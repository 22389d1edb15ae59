// healthy: withLatestFrom samples far more than it sends
// says: The text changes all the time, and is saved now and then.
// allows: nothing

import Signals

enum SaveWithText: LeakProgram {
  static func run() {
    let text = PublishSubject<Int>()
    let save = PublishSubject<Void>()
    let saved = Shared(0)
    let saving = save.withLatestFrom(text).subscribe(next: { _ in saved.update { $0 += 1 } })
    for change in 0..<4000 {
      text.next(change)
      if change % 1500 == 1499 { save.next(()) }
    }
    saving.dispose()
    print("saved", saved.value)
  }
}

// healthy: work begun after the stop
// says: When the editor closes, the text is saved once more; that is what `then` is here for, and it ends by itself.
// allows: nothing

import Signals

enum GoodbyeAfterTheStop: LeakProgram {
  static func run() {
    let disk = QueueScheduler("disk")
    let saved = Flag()
    let remaining = Shared(6)
    for editor in 0..<6 {
      let closed = PublishSubject<Void>()
      let typed = PublishSubject<Int>()
      typed.take(until: closed)
        .then { Signal<Int>.timer(after: .milliseconds(8), on: disk).mapReplace(editor) }
        .subscribe(
          next: { _ in },
          completed: {
            if remaining.update({
              $0 -= 1; return $0
            }) == 0 {
              saved.raise()
            }
          }
        ).disposed(by: forEver)
      for letter in 0..<5 { typed.next(letter) }
      pause(milliseconds: 4)
      closed.next(())
    }
    saved.wait()
  }
}

private let forEver = DisposeBag()

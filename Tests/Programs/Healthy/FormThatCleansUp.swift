// healthy: composites that go
// says: Each form disposes its composite as it goes, also the one that stays a little longer.
// allows: nothing

import Signals

private final class Form: Sendable {
  private let fields = CompositeDisposable()

  init(_ locale: PublishSubject<Int>) {
    fields.add(locale.map { $0 + 1 }.subscribe(next: { _ in }))
    fields.add(locale.filter { $0 > 3 }.subscribe(next: { _ in }))
  }

  deinit { fields.dispose() }
}

enum FormThatCleansUp: LeakProgram {
  static func run() {
    let locale = PublishSubject<Int>()
    var kept: [Form] = []
    for number in 0..<15 {
      kept.append(Form(locale))
      if kept.count > 2 { kept.removeFirst() }
      pause(milliseconds: 5)
      locale.next(number)
    }
    kept = []
    locale.next(100)
  }
}

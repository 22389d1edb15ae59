// fault: forgotten-handle
// verdict: suspect
// proof: run
// says: the form goes without disposing its composite, which, unlike a bag, does not dispose when it goes

import Signals

private final class Form: Sendable {
  private let fields = CompositeDisposable()

  init(_ locale: PublishSubject<Int>) {
    fields.add(locale.map { $0 + 1 }.subscribe(next: { _ in }))  // LEAK
    fields.add(locale.filter { $0 > 3 }.subscribe(next: { _ in }))
  }

  deinit { if mended { fields.dispose() } }
}

/// Opens a form after another; each listens to the language in which it is to be shown.
enum FormOfDisposables: LeakProgram {
  static func run() {
    let locale = PublishSubject<Int>()
    for number in 0..<12 {
      let form = Form(locale)
      pause(milliseconds: 5)
      locale.next(number)
      withExtendedLifetime(form) {}
    }
    pause(milliseconds: 60)
    locale.next(100)
  }
}

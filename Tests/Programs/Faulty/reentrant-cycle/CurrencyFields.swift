// fault: reentrant-cycle
// verdict: finding
// proof: run
// says: euros set dollars and dollars set euros, round and round until the rounding holds

import Signals

/// Two fields of a converter.
enum CurrencyFields: LeakProgram {
  static func run() {
    let euros = PublishSubject<Int>()
    let dollars = PublishSubject<Int>()
    let changes = mended ? euros.filter { $0 < 0 } : euros.filter { $0 < 30 }
    let first = changes.subscribe(next: { dollars.next($0 + 1) })  // LEAK
    let second = dollars.subscribe(next: { euros.next($0 + 1) })  // LEAK
    for amount in 0..<5 { euros.next(amount) }
    first.dispose()
    second.dispose()
    pause(milliseconds: 20)
  }
}

// fault: object-freed
// verdict: certain
// proof: run
// says: a reader's subscription belongs to the reader by name only; nobody disposes it as the reader goes

import Signals

private final class Reader: Sendable {
  let number: Int
  init(_ number: Int) { self.number = number }

  func follow(_ returns: Signal<Int>, _ bag: DisposeBag) {
    let handle = returns.filter { [number] in $0 == number }
      .subscribe(next: { _ in })  // LEAK
      .owned(by: self)
    if mended { handle.disposed(by: bag) }
  }
}

/// Readers that come, borrow and leave.
enum LibraryCards: LeakProgram {
  static func run() {
    let returns = PublishSubject<Int>()
    for number in 0..<6 {
      let bag = DisposeBag()
      do {
        let reader = Reader(number)
        reader.follow(returns, bag)
        returns.next(number)
      }
      bag.dispose()
      pause(milliseconds: 5)
      returns.next(number + 1)
    }
    for number in 0..<6 { returns.next(number) }
    pause(milliseconds: 40)
  }
}

// healthy: the same begun within next again and again, and all of it over only as the program ends
// says: Each caller is heard until it hangs up; the exchange, which closes, hangs up on the last twelve, each by its own subject.
// allows: nothing

import Signals

/// Somebody on the line.
private final class Caller: Sendable {
  let lines = PublishSubject<String>()
  let number: Int

  init(_ number: Int) { self.number = number }
}

enum TelnetExchange: LeakProgram {
  static func run() {
    let bag = DisposeBag()
    let calls = PublishSubject<Caller>()
    let heard = Shared(0)
    calls
      .subscribe(next: { caller in
        _ = caller.lines.map(\.count).subscribe(next: { length in heard.update { $0 += length } })
      })
      .disposed(by: bag)
    let exchange = QueueScheduler("exchange")
    let clock = Signal<Int>.interval(.milliseconds(2), on: exchange).subscribe(next: { _ in })
    var open: [Caller] = []
    for number in 0..<12 {
      let caller = Caller(number)
      calls.next(caller)
      open.append(caller)
      for caller in open { caller.lines.next("ATDT \(caller.number)") }
      pause(milliseconds: 10)
    }
    calls.completed()
    for caller in open { caller.lines.completed() }
    clock.dispose()
    print("heard", heard.value > 0)
  }
}

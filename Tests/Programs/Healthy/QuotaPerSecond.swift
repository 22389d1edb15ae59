// healthy: a window a second, and an inner signal that leaves each of them early
// says: Of each second the first three requests are let through; a second that is over ends, full or not.
// allows: nothing

import Signals

private struct Call: Sendable {
  let key: String
  let number: Int
}

private struct Quota: Sendable {
  let perSecond: Int
  let clock: VirtualTimeScheduler

  func admitted(_ calls: Signal<Call>) -> Signal<Call> {
    calls.window(for: .seconds(1), on: clock).flatMap { [perSecond] second in second.take(perSecond) }
  }
}

enum QuotaPerSecond: LeakProgram {
  static func run() {
    let clock = VirtualTimeScheduler()
    let calls = PublishSubject<Call>()
    let bag = DisposeBag()
    let (asked, admitted) = (Shared(0), Shared(0))
    calls.subscribe(next: { _ in asked.update { $0 += 1 } }).disposed(by: bag)
    Quota(perSecond: 3, clock: clock).admitted(calls)
      .subscribe(next: { _ in admitted.update { $0 += 1 } })
      .disposed(by: bag)
    for second in 0..<30 {
      for number in 0..<(second % 3 == 0 ? 2 : 8) {
        calls.next(Call(key: "k\(number % 2)", number: number))
        clock.advance(by: .milliseconds(50))
      }
      clock.advance(by: .milliseconds(second % 3 == 0 ? 900 : 600))
      pause(milliseconds: 4)
    }
    bag.dispose()
    print("asked", asked.value, "admitted", admitted.value)
  }
}

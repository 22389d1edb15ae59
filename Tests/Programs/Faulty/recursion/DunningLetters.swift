// fault: recursion
// verdict: likely
// proof: run
// says: each reminder is flattened into the one before it, whose subscription waits for all that follow: forty deep

import Signals

/// Reminds of an invoice every week, until it is paid.
private final class Dunning: Sendable {
  let clock = VirtualTimeScheduler()
  let paid = PublishSubject<Void>()

  func letters() -> Signal<Int> {
    let letters = mended ? Signal<Int>.interval(.seconds(604_800), on: clock) : letter(0)
    return letters.take(until: paid)
  }

  private func letter(_ number: Int) -> Signal<Int> {
    Signal<Int>.timer(after: .seconds(604_800), on: clock)
      .flatMap { _ in Signal.just(number).concat(self.letter(number + 1)) }  // LEAK
  }
}

enum DunningLetters: LeakProgram {
  static func run() {
    let dunning = Dunning()
    let sent = Shared(0)
    let reminding = dunning.letters().subscribe(next: { _ in sent.update { $0 += 1 } })
    for _ in 0..<40 {
      dunning.clock.advance(by: .seconds(604_800))
      pause(milliseconds: 2)
    }
    print("letters", sent.value)
    dunning.paid.next(())
    reminding.dispose()
  }
}

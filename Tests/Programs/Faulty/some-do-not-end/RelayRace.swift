// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: the stop is at the first of two that race; where the second wins, the stop goes with the loser, and the race is never over

import Signals

/// Calls that are made over whichever of two relays is first.
private struct Relays: Sendable {
  let primary = PublishSubject<Int>()
  let backup = PublishSubject<Int>()

  func call(until hungUp: Signal<Void>) -> Signal<Int> {
    if mended { return primary.amb(backup).take(until: hungUp) }
    return
      primary
      .take(until: hungUp)
      .amb(backup)  // LEAK
  }
}

enum RelayRace: LeakProgram {
  static func run() {
    let relays = Relays()
    let seconds = PublishSubject<Int>()
    let meter = seconds.subscribe(next: { _ in })
    for call in 0..<12 {
      let hungUp = PublishSubject<Void>()
      _ = relays.call(until: hungUp).subscribe(next: { _ in })  // LEAK
      if call % 4 == 3 { relays.backup.next(call) } else { relays.primary.next(call) }
      pause(milliseconds: 2)
      for word in 0..<3 {
        relays.primary.next(word)
        relays.backup.next(word)
        seconds.next(word)
      }
      hungUp.next(())
      pause(milliseconds: 2)
    }
    for word in 0..<15 {
      relays.primary.next(word)
      relays.backup.next(word)
      pause(milliseconds: 3)
    }
    meter.dispose()
  }
}

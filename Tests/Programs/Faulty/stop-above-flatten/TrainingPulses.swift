// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the lesson's life ends the arrival of guests, not the pulses that flatMap follows for those who came

import Signals

private struct Pulse: Sendable {
  let belt: Int
  let rate: Int
}

/// A lesson in a gym: whoever comes puts on a belt, and is followed while the lesson lasts.
private final class Lesson: Sendable {
  let arrivals = PublishSubject<Int>()
  private let (lifetime, token) = Lifetime.make()

  func follow(_ pulses: Signal<Pulse>, _ shown: Shared<Int>) {
    let rates = { @Sendable (belt: Int) in pulses.filter { $0.belt == belt }.map(\.rate) }
    let followed: Signal<Int>
    if mended {
      followed = arrivals.flatMap(rates).take(during: lifetime)
    } else {
      followed = arrivals.take(during: lifetime)
        .flatMap(rates)  // LEAK
    }
    _ = followed.subscribe(next: { rate in shown.update { $0 = rate } })
  }
}

enum TrainingPulses: LeakProgram {
  static func run() {
    let pulses = PublishSubject<Pulse>()
    let shown = Shared(0)
    for lesson in 0..<6 {
      let room = Lesson()
      room.follow(pulses, shown)
      for guest in 0..<3 { room.arrivals.next(lesson * 3 + guest) }
      for beat in 0..<9 {
        pulses.next(Pulse(belt: lesson * 3 + beat % 3, rate: 90 + beat))
        pause(milliseconds: 1)
      }
      withExtendedLifetime(room) {}
    }
    for beat in 0..<36 {
      pulses.next(Pulse(belt: beat % 18, rate: 70))
      pause(milliseconds: 2)
    }
    print("last rate", shown.value > 0)
  }
}

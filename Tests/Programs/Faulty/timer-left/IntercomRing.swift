// fault: timer-left
// verdict: likely
// proof: run
// says: the bell of a visitor is stopped where somebody opens, and rings on where the visitor is turned away

import Signals

private enum Answer: Sendable {
  case open, turnAway
}

/// The intercom of a house: it rings in a flat until somebody answers.
private final class Intercom: Sendable {
  let rings = Shared(0)
  private let clock = QueueScheduler("bell")
  private let bells = Shared<[Int: Subscription]>([:])

  func visitor(_ number: Int, at flat: Int) {
    let bell = Signal<Int>.timer(after: .zero, every: .milliseconds(5), on: clock)
      .subscribe(next: { [rings] _ in rings.update { $0 += 1 } })  // LEAK
    bells.update { $0[number] = bell }
  }

  func answer(_ number: Int, _ answer: Answer) {
    let bell = bells.update { $0.removeValue(forKey: number) }
    switch answer {
    case .open:
      bell?.dispose()
      print("visitor", number, "comes in")
    case .turnAway:
      if mended { bell?.dispose() }
      print("visitor", number, "goes")  // LEAK
    }
  }
}

enum IntercomRing: LeakProgram {
  static func run() {
    let intercom = Intercom()
    for number in 0..<14 {
      intercom.visitor(number, at: number % 5)
      pause(milliseconds: 12)
      intercom.answer(number, number % 4 == 1 ? .turnAway : .open)
    }
    pause(milliseconds: 100)
    print("rang", intercom.rings.value > 14)
  }
}

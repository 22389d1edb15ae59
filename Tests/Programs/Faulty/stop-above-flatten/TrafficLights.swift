// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: switching off ends the phases above switchOn, not the blinking of the phase that was on

import Signals

private enum Phase: Int, Sendable, CaseIterable {
  case red, amber, green
}

/// A crossing that is switched off at night.
private struct Crossing {
  let phases = BehaviorSubject(Phase.red)
  let off = PublishSubject<Void>()

  func lamps(on clock: QueueScheduler) -> Signal<Int> {
    let blinking: [Phase: Signal<Int>] = [
      .red: Signal<Int>.interval(.milliseconds(2), on: clock),
      .amber: Signal<Int>.interval(.milliseconds(1), on: clock),
    ]
    let steady = Signal<Int>.interval(.milliseconds(4), on: clock)
    if mended { return phases.switchOn(cases: blinking, default: steady).take(until: off) }
    return phases.take(until: off)  // LEAK
      .switchOn(cases: blinking, default: steady)  // LEAK
  }
}

enum TrafficLights: LeakProgram {
  static func run() {
    let clock = QueueScheduler("lamps")
    for _ in 0..<12 {
      let crossing = Crossing()
      _ = crossing.lamps(on: clock).subscribe(next: { _ in })
      for phase in Phase.allCases {
        crossing.phases.next(phase)
        pause(milliseconds: 4)
      }
      crossing.off.next(())
    }
    pause(milliseconds: 30)
  }
}

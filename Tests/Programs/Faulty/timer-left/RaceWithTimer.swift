// fault: timer-left
// verdict: suspect
// proof: run
// says: the timer that is to warn of a slow answer is merged with the answer, so every request lives as long as its timer

import Signals

/// Requests with a warning after a minute.
enum RaceWithTimer: LeakProgram {
  static func run() {
    let clock = QueueScheduler("requests")
    for request in 0..<25 {
      let answer = Signal<Int>.timer(after: .milliseconds(2), on: clock).map { _ in request }
      let warning = Signal<Int>.timer(after: .seconds(60), on: clock).map { _ in -request }
      let either = mended ? answer.merge(warning.take(until: answer)) : answer.merge(warning)  // LEAK
      _ = either.subscribe(next: { _ in })  // LEAK
      pause(milliseconds: 5)
    }
    pause(milliseconds: 20)
  }
}

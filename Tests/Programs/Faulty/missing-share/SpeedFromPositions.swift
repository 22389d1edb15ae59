// fault: missing-share
// verdict: finding
// proof: run
// says: a position is zipped with the one and the two after it, and so the receiver is started three times over

import Signals

/// The acceleration of a rider, from three positions in a row.
private final class Receiver: Sendable {
  let started = Shared(0)
  private let clock = QueueScheduler("receiver")

  var positions: Signal<Int> {
    Signal<Int>.create { [started, clock] subscriber in  // LEAK
      let start = started.update { count in
        count += 1
        return count
      }
      let step = Shared(0)
      return clock.schedule(after: .milliseconds(2), every: .milliseconds(2)) {
        let moved = step.update { step in
          step += 1
          return step
        }
        subscriber.next(moved * moved + start)
      }
    }
  }
}

enum SpeedFromPositions: LeakProgram {
  static func run() {
    let receiver = Receiver()
    for ride in 0..<8 {
      let positions = mended ? receiver.positions.share() : receiver.positions
      let acceleration = zip(positions, positions.skip(1), positions.skip(2))  // LEAK
        .map { first, second, third in third - 2 * second + first + ride }
        .subscribe(next: { _ in })
      pause(milliseconds: 20)
      acceleration.dispose()
    }
    print("started", receiver.started.value)
  }
}

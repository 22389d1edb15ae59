// fault: late-start
// verdict: likely
// proof: run
// says: `concat` holds the signals that came before the stop, and begins one after the other when the stop has been

import Signals

/// Runs the steps of a deployment in the order in which they were ordered, until it is called off.
enum SignalsInARow: LeakProgram {
  static func run() {
    let clock = QueueScheduler("steps")
    let orders = PublishSubject<Signal<Int>>()
    let calledOff = PublishSubject<Void>()
    let done = Shared(0)
    let steps: Signal<Int>
    if mended {
      steps = orders.concat().take(until: calledOff)
    } else {
      steps = orders.take(until: calledOff)
        .concat()  // LEAK
    }
    _ = steps.subscribe(next: { _ in done.update { $0 += 1 } })
    for step in 0..<20 {
      orders.next(Signal<Int>.timer(after: .milliseconds(8), on: clock).map { _ in step })
    }
    pause(milliseconds: 20)
    calledOff.next(())
    pause(milliseconds: 120)
    print("done \(done.value > 0)")
  }
}

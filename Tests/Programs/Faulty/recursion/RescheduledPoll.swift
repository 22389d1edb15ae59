// fault: recursion
// verdict: suspect
// proof: run
// says: each answer that says "not yet" schedules the next question, beside the subscription that stays open

import Signals

private final class Poller: Sendable {
  private let clock = QueueScheduler("polling")
  private let state: PublishSubject<Int>
  private let current = SerialDisposable()
  let asked = Shared(0)

  init(_ state: PublishSubject<Int>) { self.state = state }

  func ask() {
    asked.update { $0 += 1 }
    let listening = state.skip(while: { $0 < 0 })
      .subscribe(next: { _ in })  // LEAK
    if mended { current.inner = listening }
    clock.schedule(after: .milliseconds(4)) { [self] in
      if asked.value < 30 { ask() }  // LEAK
    }
  }

  func stop() { current.dispose() }
}

/// Asks a job for its state until it is done.
enum RescheduledPoll: LeakProgram {
  static func run() {
    let state = PublishSubject<Int>()
    let poller = Poller(state)
    poller.ask()
    for step in 0..<40 {
      state.next(step)
      pause(milliseconds: 4)
    }
    poller.stop()
    pause(milliseconds: 20)
    print("asked", poller.asked.value)
  }
}

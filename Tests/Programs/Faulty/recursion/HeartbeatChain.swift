// fault: recursion
// verdict: likely
// proof: run
// says: each beat is appended to the one before by `concat`, whose chain gets longer for as long as the heart beats

import Signals

/// A heart that beats by beginning itself anew after each beat.
enum HeartbeatChain: LeakProgram {
  static func run() {
    let clock = QueueScheduler("heart")
    let beats = Shared(0)
    let heart: Signal<Int>
    if mended {
      heart = Signal<Int>.timer(after: .milliseconds(3), on: clock).repeat()
    } else {
      heart = beat(on: clock)
    }
    let listening = heart.subscribe(next: { _ in beats.update { $0 += 1 } })
    pause(milliseconds: 150)
    listening.dispose()
    print("beats \(beats.value > 0)")
  }

  private static func beat(on clock: QueueScheduler) -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(3), on: clock)
      .concat(.deferred { beat(on: clock) })  // LEAK
  }
}

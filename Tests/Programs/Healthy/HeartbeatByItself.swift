// healthy: work that schedules itself again and again
// says: The heart beats by scheduling its next beat, and stops when it is told to.
// allows: nothing

import Signals

enum HeartbeatByItself: LeakProgram {
  static func run() {
    let clock = QueueScheduler("heart")
    let beats = PublishSubject<Int>()
    let stopped = Shared(false)
    let shown = beats.subscribe(next: { _ in })
    beat(0, clock, beats, stopped)
    pause(milliseconds: 150)
    stopped.update { $0 = true }
    pause(milliseconds: 20)
    shown.dispose()
  }

  private static func beat(
    _ number: Int, _ clock: QueueScheduler, _ beats: Subject<Int>, _ stopped: Shared<Bool>
  ) {
    guard !stopped.value else { return }
    beats.next(number)
    clock.schedule(after: .milliseconds(3)) { beat(number + 1, clock, beats, stopped) }
  }
}

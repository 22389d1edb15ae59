// fault: retry-storm
// verdict: finding
// proof: run
// says: the notifier of retry(when:) was to wait between attempts, but hands each error on at once: the robot is asked without a pause

import Signals

private struct DriveBusy: Error {}

/// A robot that mounts tapes, one at a time, and says at once that it is busy.
private final class Robot: Sendable {
  let arm = QueueScheduler("arm")
  private let asked = Shared(0)
  private let isFree = Shared(false)

  func mount(_ tape: Int) -> Signal<Int> {
    Signal<Int>.create { [self] subscriber in
      arm.schedule { [self] in
        asked.update { $0 += 1 }
        guard isFree.value else { return subscriber.error(DriveBusy()) }
        subscriber.next(tape)
        subscriber.completed()
      }
    }
  }

  func release() { isFree.update { $0 = true } }
  var attempts: Int { asked.value }
}

enum TapeLibrary: LeakProgram {
  static func run() {
    let robot = Robot()
    let patience = QueueScheduler("patience")
    let mounted = Flag()
    let tape = robot.mount(7)
      .retry(when: { errors in  // LEAK
        if mended {
          return errors.flatMap { _ in Signal<Int>.timer(after: .milliseconds(15), on: patience) }
        }
        return errors.enumerated().map { attempt, _ in min(1 << min(attempt, 6), 60) }
      })
      .subscribe(next: { _ in mounted.raise() })
    pause(milliseconds: 90)
    robot.release()
    mounted.wait()
    print("many attempts", robot.attempts > 200)
    withExtendedLifetime(tape) {}
  }
}

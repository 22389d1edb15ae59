// healthy: a stop above flatMap has fired, and its inner signals go on for a while
// says: The start line closes; who has crossed it before runs on to the finish and is timed at each of six mats.
// allows: nothing

import Signals

private struct Split: Sendable {
  let runner: Int
  let mat: Int
}

private struct Course: Sendable {
  private let mats = QueueScheduler("mats")

  /// The mats that a runner's chip crosses, faster or slower.
  func splits(of runner: Int) -> Signal<Split> {
    Signal<Int>.interval(.milliseconds(6 + runner % 3 * 4), on: mats)
      .take(6)
      .map { Split(runner: runner, mat: $0 + 1) }
  }
}

private final class Timing: Sendable {
  let starts = PublishRelay<Int>()
  let lineCloses = PublishSubject<Void>()
  private let finished = Shared(0)

  func begin(on course: Course, allAreIn: Flag) {
    _ = starts.take(until: lineCloses)
      .flatMap { course.splits(of: $0) }
      .filter { $0.mat == 6 }
      .subscribe(next: { [finished] _ in finished.update { $0 += 1 } }, completed: { allAreIn.raise() })
  }

  var count: Int { finished.value }
}

enum MarathonChips: LeakProgram {
  static func run() {
    let timing = Timing()
    let allAreIn = Flag()
    timing.begin(on: Course(), allAreIn: allAreIn)
    for runner in 0..<16 {
      timing.starts.accept(runner)
      pause(milliseconds: 3)
    }
    timing.lineCloses.next(())
    timing.starts.accept(99)
    allAreIn.wait()
    print("finished", timing.count)
  }
}

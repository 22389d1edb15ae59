// healthy: a signal that subscribes to another of its own kind, level below level
// says: Each level halves the range of commits, so it is eight deep at most, and all of it ends with the culprit.
// allows: nothing

import Signals

private struct Commit: Sendable, Equatable {
  let number: Int
}

private struct Verdict: Sendable {
  let commit: Commit
  let isGood: Bool
}

/// Builds a commit and runs the tests on it.
private final class BuildFarm: Sendable {
  let builds = Shared(0)
  private let machines = [QueueScheduler("machine one"), QueueScheduler("machine two")]

  func test(_ commit: Commit, bug: Int) -> Single<Verdict> {
    let machine = machines[commit.number % machines.count]
    return Single<Verdict>.create { [builds] done in
      builds.update { $0 += 1 }
      return machine.schedule(after: .milliseconds(5)) {
        done(.success(Verdict(commit: commit, isGood: commit.number < bug)))
      }
    }
  }
}

/// Finds the commit that broke something.
private final class Bisection: Sendable {
  private let farm: BuildFarm
  private let bug: Int

  init(_ farm: BuildFarm, bug: Int) {
    self.farm = farm
    self.bug = bug
  }

  /// The last good one is below the range, the first bad one at most its end.
  func culprit(in range: Range<Int>) -> Signal<Commit> {
    guard range.count > 1 else { return .just(Commit(number: range.lowerBound)) }
    let middle = (range.lowerBound + range.upperBound) / 2 - 1
    return farm.test(Commit(number: middle), bug: bug).signal
      .flatMap { verdict in
        self.culprit(in: verdict.isGood ? middle + 1..<range.upperBound : range.lowerBound..<middle + 1)
      }
  }
}

/// Takes reports of bugs, and looks for several of them at a time.
private final class BugDesk: Sendable {
  let found = Shared<[Int: Int]>([:])
  let drained = Flag()
  private let reports = PublishSubject<Int>()
  private let farm: BuildFarm

  init(_ farm: BuildFarm) { self.farm = farm }

  func open() {
    _ =
      reports
      .flatMap(maxConcurrent: 3) { bug in
        Bisection(self.farm, bug: bug).culprit(in: 0..<200).map { (bug, $0.number) }
      }
      .subscribe(
        next: { [found] bug, commit in found.update { $0[bug] = commit } },
        completed: { [drained] in drained.raise() })
  }

  func report(_ bug: Int) { reports.next(bug) }

  func close() { reports.completed() }
}

enum BisectRunner: LeakProgram {
  static func run() {
    let farm = BuildFarm()
    let desk = BugDesk(farm)
    desk.open()
    for number in 0..<12 {
      desk.report((number * 53 + 17) % 200)
      pause(milliseconds: 14)
    }
    desk.close()
    desk.drained.wait()
    let right = desk.found.value.allSatisfy { $0.key == $0.value }
    print("builds", farm.builds.value, "all found", right)
  }
}

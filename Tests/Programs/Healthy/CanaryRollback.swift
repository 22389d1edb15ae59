// healthy: work that begins only after its stop signal has fired
// says: Whoever calls a release off wants it rolled back; that takes a moment, and is then over.
// allows: nothing

import Dispatch
import Signals

private enum Step: Sendable {
  case traffic(percent: Int)
  case rolledBack(Int)

  var isAllTraffic: Bool {
    guard case .traffic(let percent) = self else { return false }
    return percent == 100
  }
}

/// The machines that a release goes to.
private final class Cluster: Sendable {
  let rollbacks = Shared(0)
  private let clock = QueueScheduler("cluster")

  /// More and more traffic, then all of it.
  func ramp() -> Signal<Step> {
    Signal<Int>.interval(.milliseconds(10), on: clock)
      .map { Step.traffic(percent: min(100, 5 + 15 * $0)) }
  }

  /// Takes the machines out one by one.
  func rollBack(_ release: Int) -> Signal<Step> {
    Signal<Int>.timer(after: .milliseconds(3), every: .milliseconds(7), on: clock)
      .take(5)
      .do(onCompleted: { [rollbacks] in rollbacks.update { $0 += 1 } })
      .map { Step.rolledBack($0) }
  }
}

private final class Release: Sendable {
  let finished = Flag()
  let steps = Shared(0)
  private let number: Int
  private let cluster: Cluster
  private let calledOff = PublishSubject<String>()
  private let wasCalledOff = Shared(false)

  init(_ number: Int, on cluster: Cluster) {
    self.number = number
    self.cluster = cluster
  }

  func start() {
    _ = cluster.ramp()
      .take(until: calledOff)
      .take(inclusive: true, until: { $0.isAllTraffic })
      .concat(Signal<Step>.deferred { self.aftermath() })
      .subscribe(
        next: { _ in self.steps.update { $0 += 1 } },
        completed: { self.finished.raise() })
  }

  private func aftermath() -> Signal<Step> {
    wasCalledOff.value ? cluster.rollBack(number) : .empty()
  }

  func callOff(because reason: String) {
    wasCalledOff.update { $0 = true }
    calledOff.next(reason)
  }
}

/// Looks at the errors of a release and decides.
private final class Watchman: Sendable {
  private let queue = DispatchQueue(label: "watchman")

  func judge(_ release: Release, after milliseconds: Int) {
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
      release.callOff(because: "too many errors")
    }
  }
}

enum CanaryRollback: LeakProgram {
  static func run() {
    let cluster = Cluster()
    let watchman = Watchman()
    var releases: [Release] = []
    for number in 0..<9 {
      let release = Release(number, on: cluster)
      release.start()
      if number % 3 != 1 { watchman.judge(release, after: 25 + number * 3) }
      releases.append(release)
      pause(milliseconds: 12)
    }
    releases.forEach { $0.finished.wait() }
    pause(milliseconds: 30)
    print("rollbacks", cluster.rollbacks.value)
  }
}

// fault: retain-cycle
// verdict: suspect
// proof: run
// says: the poll holds its scope, the scope the subscription, whose closure holds the poll: a poll that is dropped before it has enough goes on

import Signals

/// A poll that ends when it has heard enough, or when nobody wants it any more.
private final class StrawPoll: Sendable {
  private let scope = Shared<ScopedDisposable?>(nil)
  private let votes = Shared(0)
  private let enough: Int

  init(enough: Int) { self.enough = enough }

  func open(_ ballots: Signal<Int>) {
    let counting: Disposable
    if mended {
      counting = ballots.subscribe(next: { [weak self] _ in self?.count() })
    } else {
      counting = ballots.subscribe(next: { _ in self.count() })  // LEAK
    }
    scope.update { $0 = ScopedDisposable(counting) }
  }

  private func count() {
    let heard = votes.update { votes in
      votes += 1
      return votes
    }
    if heard >= enough { scope.value?.dispose() }
  }
}

enum ScopeInItsOwnClosure: LeakProgram {
  static func run() {
    let ballots = PublishSubject<Int>()
    let turnout = ballots.count().subscribe(next: { _ in })
    for number in 0..<5 {
      let poll = StrawPoll(enough: number % 2 == 0 ? 3 : 1000)
      poll.open(ballots)
      for ballot in 0..<4 {
        ballots.next(ballot)
        pause(milliseconds: 1)
      }
      withExtendedLifetime(poll) {}
    }
    for ballot in 0..<20 {
      ballots.next(ballot)
      pause(milliseconds: 1)
    }
    turnout.dispose()
  }
}

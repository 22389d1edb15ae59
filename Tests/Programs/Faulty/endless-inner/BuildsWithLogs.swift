// fault: endless-inner
// verdict: finding
// proof: run
// says: a build is merged with its log, which never ends, so concatMap never comes to the second build

import Signals

/// Builds one commit after the other.
enum BuildsWithLogs: LeakProgram {
  static func run() {
    let commits = PublishSubject<Int>()
    let console = PublishSubject<String>()
    let machine = QueueScheduler("machine")
    let built = Shared(0)
    let builds = commits.concatMap { commit in  // LEAK
      let build = Signal<Int>.timer(after: .milliseconds(2), on: machine).map { _ in "built \(commit)" }
      let log = console.map { "\(commit): \($0)" }
      return build.merge(mended ? log.take(for: .milliseconds(2), on: machine) : log)  // LEAK
    }
    let following = builds.subscribe(next: { _ in built.update { $0 += 1 } })
    for commit in 0..<80 {
      commits.next(commit)
      console.next("compiling")
      pause(milliseconds: mended ? 5 : 2)
    }
    pause(milliseconds: mended ? 400 : 40)
    following.dispose()
    print("built", built.value)
  }
}

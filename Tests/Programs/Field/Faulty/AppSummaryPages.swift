// fault: kept-without-subscribers
// verdict: likely
// proof: run
// says: the numbers of a page are replayed by a connection that never ends; the polling of pages that were left goes on
// source: ReactiveX/rxjs #5191
// fix: the connection counts its subscribers and ends with the last of them

import Signals

private struct AppStats: Sendable {
  let app: String
  let instances: Int
}

/// A cloud that is asked again and again how its applications are.
private final class Cloud: Sendable {
  let polls = Shared(0)
  private let clock = QueueScheduler("cloud")

  func stats(of app: String) -> Signal<AppStats> {
    Signal<Int>.interval(.milliseconds(15), on: clock).map { [polls] tick in
      polls.update { $0 += 1 }
      return AppStats(app: app, instances: 1 + tick % 3)
    }
  }
}

/// The summary of an application: its numbers are shown in two places.
private final class AppSummaryPage: Sendable {
  let instances = Shared(0)
  let title = Shared("")
  private let bag = DisposeBag()

  func enter(_ app: String, on cloud: Cloud) {
    let stats = cloud.stats(of: app)
    let latest = mended ? stats.share(replay: 1) : stats.replay(1)  // LEAK
    latest.map(\.instances)
      .subscribe(next: { [instances] count in instances.update { $0 = count } })
      .disposed(by: bag)
    latest.map { "\($0.app) is up" }
      .distinctUntilChanged()
      .subscribe(next: { [title] text in title.update { $0 = text } })
      .disposed(by: bag)
  }

  func leave() { bag.dispose() }
}

enum AppSummaryPages: LeakProgram {
  static func run() {
    let cloud = Cloud()
    let visits = BehaviorRelay("none")
    let crumbs = visits.subscribe(next: { _ in })
    for app in ["portal", "billing", "mail", "search"] {
      let page = AppSummaryPage()
      visits.accept(app)
      page.enter(app, on: cloud)
      pause(milliseconds: 70)
      page.leave()
    }
    let before = cloud.polls.value
    pause(milliseconds: 150)
    print("polls", before, "after all pages were left", cloud.polls.value - before)
    crumbs.dispose()
  }
}

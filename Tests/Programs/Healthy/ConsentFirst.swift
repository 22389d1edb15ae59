// healthy: a gatherer that waits for long
// says: Statistics are counted from the start but may be sent only once the user has agreed, which comes late.
// allows: nothing

import Signals

private struct Visit: Sendable {
  var screen: String
  var count: Int
}

private final class Statistics {
  private let bag = DisposeBag()
  private let sent = Shared(0)

  init(_ visits: Signal<Visit>, _ consent: Signal<Bool>) {
    let totals = visits.scan(0) { $0 + $1.count }
    combineLatest(totals, consent)
      .filter { $0.1 }
      .map { $0.0 }
      .distinctUntilChanged()
      .subscribe(next: { [sent] total in sent.update { $0 = total } })
      .disposed(by: bag)
  }

  var sentTotal: Int { sent.value }
}

enum ConsentFirst: LeakProgram {
  static func run() {
    let visits = PublishRelay<Visit>()
    let consent = PublishRelay<Bool>()
    let statistics = Statistics(visits, consent)
    let screens = ["start", "search", "article", "basket"]
    for step in 0..<20 {
      visits.accept(Visit(screen: screens[step % 4], count: 1))
      pause(milliseconds: 5)
    }
    let before = statistics.sentTotal
    consent.accept(true)
    for step in 0..<8 {
      visits.accept(Visit(screen: screens[step % 4], count: 1))
      pause(milliseconds: 5)
    }
    print("sent before", before, "after", statistics.sentTotal)
    withExtendedLifetime(statistics) {}
  }
}

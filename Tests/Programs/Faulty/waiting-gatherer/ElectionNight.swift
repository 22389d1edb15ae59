// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the total of the counties waits for the first word of each, and one county reports by mail only

import Signals

private struct County: Sendable {
  let name: String
  let counted = PublishSubject<Int>()
}

/// The page of results: a sum that goes up all night.
private struct ResultsPage: Sendable {
  let shown = Shared(0)
  let bag = DisposeBag()

  func open(_ counties: [County]) {
    let counts = counties.map { mended ? $0.counted.startWith(0) : $0.counted }
    combineLatest(counts)  // LEAK
      .map { $0.reduce(0, +) }
      .subscribe(next: { [shown] _ in shown.update { $0 += 1 } })
      .disposed(by: bag)
    for county in counties {
      county.counted.scan(0) { max($0, $1) }.subscribe(next: { _ in }).disposed(by: bag)
    }
  }
}

enum ElectionNight: LeakProgram {
  static func run() {
    let counties = ["adams", "boone", "clark", "dallas", "essex"].map { County(name: $0) }
    let page = ResultsPage()
    page.open(counties)
    for round in 0..<120 {
      for county in counties where county.name != "essex" { county.counted.next(round * 100) }
      if round % 6 == 0 { pause(milliseconds: 4) }
    }
    print("totals shown", page.shown.value)
    page.bag.dispose()
  }
}

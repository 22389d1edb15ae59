// fault: missing-share
// verdict: finding
// proof: run
// says: list, cheapest and map of one screen each follow the search for themselves, so that every change of the week searches three times

import Signals

private struct Offer: Sendable {
  let boat: String
  let price: Int
}

/// Boats that can be rented by the week.
private final class Harbour: Sendable {
  let searches = Shared(0)

  func offers(in week: Int) async throws -> [Offer] {
    searches.update { $0 += 1 }
    try await Task.sleep(for: .milliseconds(6))
    return ["Gull", "Tern", "Skua"].map { Offer(boat: "\($0) \(week)", price: 700 + week * 10) }
  }
}

private final class SearchScreen: Sendable {
  let week = MutableProperty(20)
  private let bag = DisposeBag()
  private let rows = Shared<[String]>([])
  private let cheapest = Shared(0)
  private let pins = Shared(0)

  init(_ harbour: Harbour) {
    let search = week.signal
      .flatMapLatestAsync { week in try await harbour.offers(in: week) }  // LEAK
    let offers = mended ? search.share(replay: 1) : search
    offers.map { offers in offers.map(\.boat) }  // LEAK
      .subscribe(next: { [rows] boats in rows.update { $0 = boats } })
      .disposed(by: bag)
    offers.compactMap { offers in offers.map(\.price).min() }  // LEAK
      .subscribe(next: { [cheapest] price in cheapest.update { $0 = price } })
      .disposed(by: bag)
    offers.map(\.count)  // LEAK
      .subscribe(next: { [pins] count in pins.update { $0 = count } })
      .disposed(by: bag)
  }

  func close() { bag.dispose() }

  var summary: String { "rows \(rows.value.count), from \(cheapest.value), pins \(pins.value)" }
}

enum CharterBoats: LeakProgram {
  static func run() {
    let harbour = Harbour()
    let screen = SearchScreen(harbour)
    for week in 21..<28 {
      pause(milliseconds: 25)
      screen.week.set(week)
    }
    pause(milliseconds: 50)
    screen.close()
    print(screen.summary, "searched for 8 weeks:", harbour.searches.value > 0)
  }
}

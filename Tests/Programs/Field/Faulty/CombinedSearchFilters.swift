// fault: gathers-before-first-value
// verdict: suspect
// proof: run
// says: the query is combined with a filter that sends nothing before the user opens it, so nothing is ever searched
// source: Kotlin/kotlinx.coroutines #2667
// fix: each input of the combination begins with nothing, so that it has a value from the start

import Signals

private struct Filter: Sendable, Equatable {
  let brand: String
}

private struct Results: Sendable {
  let query: String
  let brand: String?
  let items: [String]
}

/// Searches a shop for what is typed, narrowed by filters that few people touch.
private final class ShopSearch: Sendable {
  let query = PublishSubject<String>()
  let filter = PublishSubject<Filter>()
  let sorting = BehaviorSubject("price")
  let shown = Shared(0)
  private let bag = DisposeBag()

  func open() {
    let typed = query.filter { $0.count > 1 }.map { Optional($0) }
    let chosen = filter.distinctUntilChanged().map { Optional($0) }
    let inputs: Signal<(String?, Filter?)>
    if mended {
      inputs = combineLatest(typed.startWith(nil), chosen.startWith(nil))
    } else {
      inputs = combineLatest(typed, chosen)  // LEAK
    }
    inputs
      .compactMap { query, filter -> (String, String?)? in query.map { ($0, filter?.brand) } }
      .flatMapLatest { query, brand in Self.search(query, brand) }
      .subscribe(next: { [shown] results in shown.update { $0 += results.items.count } })
      .disposed(by: bag)
    sorting.combineLatest(with: query).subscribe(next: { _ in }).disposed(by: bag)
  }

  func close() { bag.dispose() }

  private static func search(_ query: String, _ brand: String?) -> Signal<Results> {
    Signal<Results>.just(Results(query: query, brand: brand, items: ["\(query) 1", "\(query) 2"]))
      .delay(for: .milliseconds(4), on: QueueScheduler("shop"))
  }
}

enum CombinedSearchFilters: LeakProgram {
  static func run() {
    let words = ["drill", "saw", "hammer"]
    for word in words {
      let search = ShopSearch()
      search.open()
      for length in 1...word.count {
        search.query.next(String(word.prefix(length)))
        pause(milliseconds: 9)
      }
      pause(milliseconds: 12)
      print(word, search.shown.value)
      search.close()
    }
  }
}

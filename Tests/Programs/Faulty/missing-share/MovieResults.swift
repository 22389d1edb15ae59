// fault: missing-share
// verdict: finding
// proof: run
// says: the list, the counter and the placeholder each subscribe to the results, so that each query asks the server thrice

import Signals

private struct MovieServer: Sendable {
  let clock = VirtualTimeScheduler()
  let requests = Shared(0)

  func movies(about query: String) -> Signal<[String]> {
    .deferred { [self] in
      requests.update { $0 += 1 }
      return Signal.timer(after: .milliseconds(200), on: clock).map { _ in ["\(query) I", "\(query) II"] }
    }
  }
}

/// A view model with an input and three outputs.
private struct MovieSearch {
  let query = PublishRelay<String>()
  let titles: Signal<[String]>
  let count: Signal<Int>
  let isEmpty: Signal<Bool>

  init(_ server: MovieServer) {
    let settled = query.debounce(for: .milliseconds(300), on: server.clock).distinctUntilChanged()
    let found = settled.flatMapLatest { server.movies(about: $0) }  // LEAK
    let results = mended ? found.share(replay: 1) : found
    titles = results
    count = results.map { $0.count }
    isEmpty = results.map { $0.isEmpty }.distinctUntilChanged()
  }
}

enum MovieResults: LeakProgram {
  static func run() {
    let server = MovieServer()
    let search = MovieSearch(server)
    let bag = DisposeBag()
    search.titles.subscribe(next: { _ in }).disposed(by: bag)
    search.count.subscribe(next: { _ in }).disposed(by: bag)
    search.isEmpty.subscribe(next: { _ in }).disposed(by: bag)
    for query in ["alien", "aliens", "heat", "brazil", "vertigo", "ran"] {
      search.query.accept(query)
      server.clock.advance(by: .seconds(1))
      pause(milliseconds: 10)
    }
    bag.dispose()
    print("requests", server.requests.value, "for 6 queries")
  }
}

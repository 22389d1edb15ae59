// fault: failure-ends-the-stream
// verdict: finding
// proof: run
// says: a fetch that fails ends the stream of a watched query, which the client goes on to answer; the list stays old
// source: joel-perry/ApolloCombine #4
// fix: the results are sent as values, the failures among them

import Signals

private struct ServerUnreachable: Error {}

private typealias FetchResult = Result<[String], ServerUnreachable>

/// A client that fetches a query again whenever it changes, and calls those who watch it.
private final class QueryClient: Sendable {
  private struct State: Sendable {
    var next = 0
    var watchers: [Int: @Sendable (FetchResult) -> Void] = [:]
  }

  private let state = Shared(State())

  func watch(_ handler: @escaping @Sendable (FetchResult) -> Void) -> Int {
    state.update { state in
      state.next += 1
      state.watchers[state.next] = handler
      return state.next
    }
  }

  func cancel(_ watcher: Int) { state.update { $0.watchers[watcher] = nil } }

  func fetched(_ result: FetchResult) {
    for handler in state.value.watchers.values { handler(result) }
  }
}

extension QueryClient {
  fileprivate var results: Signal<FetchResult> {
    Signal<FetchResult>.create { [self] subscriber in
      let watcher = watch { result in
        if !mended, case .failure(let error) = result {
          subscriber.error(error)  // LEAK
        } else {
          subscriber.next(result)
        }
      }
      return Disposable { [self] in cancel(watcher) }
    }
  }
}

/// A list of heroes.
private final class HeroList: Sendable {
  let names = Shared<[String]>([])
  let alerts = Shared(0)
  private let bag = DisposeBag()

  init(_ client: QueryClient) {
    client.results
      .subscribe(
        next: { [names, alerts] result in
          switch result {
          case .success(let new): names.update { $0 = new }
          case .failure: alerts.update { $0 += 1 }
          }
        },
        error: { [alerts] _ in alerts.update { $0 += 1 } }
      )
      .disposed(by: bag)
  }
}

enum WatchedQueries: LeakProgram {
  static func run() {
    let client = QueryClient()
    let fetches = PublishRelay<Int>()
    let traffic = fetches.scan(0) { $0 + $1 }.subscribe(next: { _ in })
    let list = HeroList(client)
    let answers: [FetchResult] = [
      .success(["Luke"]), .failure(ServerUnreachable()), .success(["Luke", "Leia"]),
      .success(["Luke", "Leia", "Han"]),
    ]
    for answer in answers {
      fetches.accept(1)
      pause(milliseconds: 15)
      client.fetched(answer)
    }
    pause(milliseconds: 60)
    print("alerts", list.alerts.value, "names", list.names.value)
    traffic.dispose()
    withExtendedLifetime(list) {}
  }
}

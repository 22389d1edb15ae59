// fault: newer-request-cancels-another
// verdict: suspect
// proof: run
// says: all queries go through one switch, so the second one of a page cancels the first, whose resource never comes
// source: abdulhaq-e/ngrx-json-api #208
// fix: the queries are merged, and run beside each other

import Signals

private struct Resource: Sendable {
  let path: String
  let rows: Int
}

private final class ResourceServer: Sendable {
  let asked = Shared(0)
  private let network = QueueScheduler("network")

  func get(_ path: String) -> Signal<Resource> {
    Signal<Resource>.deferred { [asked, network] in
      asked.update { $0 += 1 }
      return Signal<Int>.timer(after: .milliseconds(10), on: network)
        .map { _ in Resource(path: path, rows: path.count) }
    }
  }
}

/// Keeps what was asked of the server, by its path.
private final class ApiStore: Sendable {
  let resources = BehaviorSubject<[String: Int]>([:])
  private let queries = PublishSubject<String>()
  private let bag = DisposeBag()

  init(_ server: ResourceServer) {
    let answers: Signal<Resource>
    if mended {
      answers = queries.flatMap { path in server.get(path) }
    } else {
      answers = queries.flatMapLatest { path in server.get(path) }  // LEAK
    }
    answers
      .subscribe(next: { [resources] resource in
        resources.next(resources.value.merging([resource.path: resource.rows]) { _, new in new })
      })
      .disposed(by: bag)
  }

  func query(_ path: String) { queries.next(path) }

  func close() { bag.dispose() }
}

/// A page with parts, each of which asks for what it shows.
private final class DashboardPage: Sendable {
  let shown = Shared(0)
  private let bag = DisposeBag()

  func open(_ parts: [String], _ store: ApiStore) {
    store.resources
      .map { resources in parts.count { resources[$0] != nil } }
      .distinctUntilChanged()
      .subscribe(next: { [shown] count in shown.update { $0 = count } })
      .disposed(by: bag)
    for part in parts { store.query(part) }
  }

  func close() { bag.dispose() }
}

enum DashboardResources: LeakProgram {
  static func run() {
    let server = ResourceServer()
    let store = ApiStore(server)
    let clock = Signal<Int>.interval(.milliseconds(30), on: QueueScheduler("clock")).subscribe(next: { _ in })
    var shown: [String] = []
    for parts in [["people", "articles"], ["comments", "tags", "authors"], ["animals", "zoos"]] {
      let page = DashboardPage()
      page.open(parts, store)
      pause(milliseconds: 50)
      shown.append("\(page.shown.value) of \(parts.count)")
      page.close()
    }
    print("asked", server.asked.value, "shown", shown)
    store.close()
    clock.dispose()
  }
}

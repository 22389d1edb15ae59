// fault: empty-result-not-answered
// verdict: finding
// proof: run
// says: the handler answers a value and an error; a result that completes without a value leaves the request open
// source: jooby-project/jooby #3686
// fix: the request is also answered when the result completes without a value

import Signals

/// A request of a visitor, who waits for the status.
private struct Request: Sendable {
  let customer: String
  let status = AsyncSubject<Int>()

  func answer(_ code: Int) {
    status.next(code)
    status.completed()
  }
}

private struct NoSuchCustomer: Error {}

/// Knows the last order of each customer; some customers have none.
private final class OrderBook: Sendable {
  private let database = QueueScheduler("database")
  private let orders: [String: [Int]] = ["ada": [17, 31], "ben": [], "cleo": [8]]

  func lastOrder(of customer: String) -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(5), on: database)
      .map { [orders] _ -> Int? in
        guard let numbers = orders[customer] else { throw NoSuchCustomer() }
        return numbers.last
      }
      .compactMap { $0 }
  }
}

/// The routes of the server.
private final class OrderRouter: Sendable {
  private let book = OrderBook()
  private let bag = DisposeBag()

  func handle(_ request: Request) {
    let order = book.lastOrder(of: request.customer)
    let found: @Sendable (Int) -> Void = { _ in request.answer(200) }
    let failed: @Sendable (any Error) -> Void = { _ in request.answer(404) }
    if mended {
      order.subscribe(next: found, error: failed, completed: { request.answer(204) }).disposed(by: bag)
    } else {
      order.subscribe(next: found, error: failed).disposed(by: bag)  // LEAK
    }
  }
}

enum OrderRoutes: LeakProgram {
  static func run() {
    let router = OrderRouter()
    let bag = DisposeBag()
    let statuses = Shared<[Int]>([])
    let customers = ["ada", "ben", "cleo", "dan", "ben", "ada"]
    let load = Signal<Int>.interval(.milliseconds(12), on: QueueScheduler("load")).subscribe(next: { _ in })
    for customer in customers {
      let request = Request(customer: customer)
      request.status.subscribe(next: { code in statuses.update { $0.append(code) } }).disposed(by: bag)
      router.handle(request)
      pause(milliseconds: 15)
    }
    pause(milliseconds: 40)
    print("answered", statuses.value.count, "of", customers.count)
    load.dispose()
    withExtendedLifetime(router) {}
    killed(holding: bag)
  }
}

// fault: cached-answer-without-an-end
// verdict: finding
// proof: run
// says: an answer from the cache is sent but not completed, so a page that gathers it with another waits for ever
// source: Nodonisko/ionic-cache #78
// fix: the signal completes after the answer from the cache as well

import Signals

/// The server of the application.
private final class PlanServer: Sendable {
  let requests = Shared(0)
  private let network = QueueScheduler("network")

  func get(_ path: String) -> Signal<[String]> {
    Signal<Int>.timer(after: .milliseconds(6), on: network).map { [requests] _ in
      requests.update { $0 += 1 }
      return ["\(path) 1", "\(path) 2"]
    }
  }
}

/// Answers from the device where it can, and else from the network.
private final class CacheService: Sendable {
  private let entries = Shared<[String: [String]]>([:])
  private let storage = QueueScheduler("storage")

  func load(_ key: String, from origin: Signal<[String]>) -> Signal<[String]> {
    Signal<[String]>.create { [entries, storage] subscriber in  // LEAK
      let fetching = SerialDisposable()
      let reading = storage.schedule(after: .milliseconds(2)) {
        if let entry = entries.value[key] {
          subscriber.next(entry)
          if mended { subscriber.completed() }
          return
        }
        fetching.inner = origin.subscribe(
          next: { rows in
            entries.update { $0[key] = rows }
            subscriber.next(rows)
          },
          error: { subscriber.error($0) },
          completed: { subscriber.completed() })
      }
      return BinaryDisposable(reading, fetching)
    }
  }
}

/// A page that needs a plan and its services before it shows anything.
private final class PlanPage: Sendable {
  let rows = Shared(0)
  private let bag = DisposeBag()

  func enter(_ server: PlanServer, _ cache: CacheService) {
    forkJoin(server.get("plan"), cache.load("services", from: server.get("services")))
      .subscribe(next: { [rows] plan, services in rows.update { $0 = plan.count + services.count } })
      .disposed(by: bag)
  }

  func leave() { bag.dispose() }
}

enum PlanAndServices: LeakProgram {
  static func run() {
    let server = PlanServer()
    let cache = CacheService()
    let clock = Signal<Int>.interval(.milliseconds(20), on: QueueScheduler("clock")).subscribe(next: { _ in })
    var rows: [Int] = []
    for _ in 0..<4 {
      let page = PlanPage()
      page.enter(server, cache)
      pause(milliseconds: 50)
      rows.append(page.rows.value)
      page.leave()
    }
    print("rows", rows, "requests", server.requests.value)
    clock.dispose()
  }
}

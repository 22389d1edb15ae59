// healthy: groups that stay, windows, samples, clients of a share; alive at the end
// says: Each metric has its group for good, the scrapers come and go, and the gateway is killed by its supervisor.
// allows: nothing

import Signals
import Synchronization

private struct Sample: Sendable {
  let name: String
  let value: Int
}

private final class Gateway: Sendable {
  let samples = PublishSubject<Sample>()
  let latest = Shared<[String: Int]>([:])
  let page: Signal<Int>
  private let clock = QueueScheduler("clock")
  private let bag = DisposeBag()

  init() {
    let latest = latest
    page = Signal<Int>.interval(.milliseconds(10), on: clock).map { _ in latest.value.count }.share(replay: 1)
  }

  func start() {
    samples
      .groupBy { $0.name }
      .flatMap { [clock] group in
        group
          .map { $0.value }
          .throttle(for: .milliseconds(12), on: clock)
          .map { (group.key, $0) }
      }
      .subscribe(next: { name, value in self.latest.update { $0[name] = value } })
      .disposed(by: bag)
    samples
      .window(count: 100)
      .concatMap { $0.map { $0.value }.reduce(0, +) }
      .subscribe(next: { sum in self.latest.update { $0["sum"] = sum } })
      .disposed(by: bag)
  }
}

private final class Scraper: Sendable {
  let pages = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ gateway: Gateway) {
    gateway.page.take(3)
      .subscribe(next: { [weak self] _ in self?.pages.add(1, ordering: .relaxed) }).disposed(by: bag)
  }
}

enum MetricsGateway: LeakProgram {
  static func run() {
    let gateway = Gateway()
    gateway.start()
    var scrapers: [Scraper] = []
    for round in 0..<140 {
      for sample in 0..<12 {
        gateway.samples.next(
          Sample(name: "metric \((round / 10 + sample * sample) % 40)", value: round * sample))
      }
      if round % 10 == 0 { scrapers.append(Scraper(gateway)) }
      if scrapers.count > 6 { scrapers.removeFirst() }
      pause(milliseconds: 3)
    }
    print("metrics", gateway.latest.value.count)
    killed()
  }
}

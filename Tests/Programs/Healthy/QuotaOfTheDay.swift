// healthy: take(while:) above flatMap, inner signals alive
// says: The quota limits how many exports begin; those that have begun are finished, the last ones after the limit.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Exporter: Sendable {
  let requests = PublishSubject<Int>()
  let rows = Atomic<Int>(0)
  private let disk = QueueScheduler("disk")
  private let bag = DisposeBag()

  func start(quota: Int) {
    requests
      .take(while: { $0 < quota })
      .flatMap { [disk] request in
        Signal<Int>.interval(.milliseconds(5), on: disk).take(8).map { $0 + request }
      }
      .subscribe(next: { _ in self.rows.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum QuotaOfTheDay: LeakProgram {
  static func run() {
    let exporter = Exporter()
    exporter.start(quota: 25)
    for request in 0..<28 {
      exporter.requests.next(request)
      pause(milliseconds: 6)
    }
    print("rows", exporter.rows.load(ordering: .relaxed))
    exit(0)
  }
}

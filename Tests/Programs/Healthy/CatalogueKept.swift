// healthy: a share that keeps what it has, long after its subscribers have left
// says: The catalogue is read once and kept for ever; who comes later gets it without asking the disk.
// allows: nothing

import Signals
import Synchronization

private final class Catalogue: Sendable {
  let reads = Shared(0)
  let entries: Signal<[String]>

  init() {
    let disk = QueueScheduler("disk")
    let reads = reads
    entries = Signal<[String]>.deferred {
      reads.update { $0 += 1 }
      return Signal<Int>.timer(after: .milliseconds(10), on: disk).map { _ in ["apples", "pears"] }
    }
    .share(replay: 1, scope: .forever)
  }
}

private final class Page: Sendable {
  let rows = Shared<[String]>([])
  private let bag = DisposeBag()

  init(_ catalogue: Catalogue) {
    catalogue.entries
      .subscribe(next: { [weak self] entries in self?.rows.update { $0 = entries } }).disposed(by: bag)
  }
}

enum CatalogueKept: LeakProgram {
  static func run() {
    let catalogue = Catalogue()
    for _ in 0..<30 {
      let page = Page(catalogue)
      pause(milliseconds: 4)
      withExtendedLifetime(page) {}
    }
    print("reads", catalogue.reads.value)
  }
}

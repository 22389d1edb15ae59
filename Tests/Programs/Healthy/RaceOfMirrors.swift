// healthy: sources of a gatherer that end early, another that goes on
// says: The quickest mirror wins and its siblings are let go of; the winner serves until its file is complete.
// allows: nothing

import Signals
import Synchronization

private final class Mirror: Sendable {
  private let network: QueueScheduler
  private let delay: Int

  init(delay: Int, _ network: QueueScheduler) {
    self.delay = delay
    self.network = network
  }

  func blocks() -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(delay), every: .milliseconds(4), on: network).take(6)
  }
}

enum RaceOfMirrors: LeakProgram {
  static func run() {
    let network = QueueScheduler("network")
    let mirrors = [2, 9, 14].map { Mirror(delay: $0, network) }
    let blocks = Atomic<Int>(0)
    let bag = DisposeBag()
    for _ in 0..<12 {
      Signal<Int>.amb(mirrors.map { $0.blocks() })
        .subscribe(next: { _ in blocks.add(1, ordering: .relaxed) })
        .disposed(by: bag)
      pause(milliseconds: 12)
    }
    print("blocks", blocks.load(ordering: .relaxed))
  }
}

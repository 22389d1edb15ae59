// fault: connection
// verdict: likely
// proof: run
// says: what connect returns is thrown away: a section that is handed over has no viewers, but is read on

import Dispatch
import Signals

/// Counts the axles of a section of track whenever it is asked to.
private final class AxleCounter: Sendable {
  let reads = Shared(0)
  private let section: Int
  private let bus: QueueScheduler

  init(section: Int, _ bus: QueueScheduler) {
    self.section = section
    self.bus = bus
  }

  func axles() -> Signal<Int> {
    Signal<Int>.interval(.milliseconds(3), on: bus)
      .do(onNext: { [reads] _ in reads.update { $0 += 1 } })
      .map { [section] in ($0 * 5 + section) % 48 }
  }
}

/// One section, for the signaller's panel and for the train describer.
private struct Section {
  private let viewers = DisposeBag()

  func enter(_ counter: AxleCounter, occupied: Shared<Int>) {
    let axles = counter.axles().publish()  // LEAK
    axles.signal.map { $0 > 0 }
      .distinctUntilChanged()
      .subscribe(next: { isOccupied in if isOccupied { occupied.update { $0 += 1 } } })
      .disposed(by: viewers)
    axles.signal.combinePrevious(0) { $1 - $0 }
      .subscribe(next: { _ in })
      .disposed(by: viewers)
    let connection = axles.connect()  // LEAK
    if mended { connection.disposed(by: viewers) }
  }

  func handOver() { viewers.dispose() }
}

enum Interlockings: LeakProgram {
  static func run() {
    let bus = QueueScheduler("field bus")
    let occupied = Shared(0)
    let counters = (0..<6).map { AxleCounter(section: $0, bus) }
    let panel = Signal<Int>.interval(.milliseconds(2), on: QueueScheduler("panel"))
      .map { _ in occupied.value }
      .distinctUntilChanged()
      .subscribe(next: { _ in })
    for counter in counters {
      let section = Section()
      section.enter(counter, occupied: occupied)
      pause(milliseconds: 18)
      section.handOver()
    }
    pause(milliseconds: 120)
    print("reads", counters.allSatisfy { $0.reads.value > 0 })
    DispatchQueue.global().async { panel.dispose() }
  }
}

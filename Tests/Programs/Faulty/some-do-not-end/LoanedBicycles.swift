// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: every other bicycle is returned at a station without a clerk, which ends no rental; its tracker reports on

import Signals

/// Follows the bicycles that are out.
private final class Rentals: Sendable {
  private let trackers = Shared<[Int: Disposable]>([:])

  func lend(_ bicycle: Int, _ positions: Signal<Int>, _ report: @escaping @Sendable (Int) -> Void) {
    let tracker = positions.subscribe(next: report)  // LEAK
    trackers.update { $0[bicycle] = tracker }
  }

  func giveBack(_ bicycle: Int) {
    let tracker = trackers.update { $0.removeValue(forKey: bicycle) }
    tracker?.dispose()
  }

  var count: Int { trackers.value.count }
}

enum LoanedBicycles: LeakProgram {
  static func run() {
    let gps = QueueScheduler("gps")
    let positions = Signal<Int>.interval(.milliseconds(4), on: gps).map { $0 % 90 }
    let rentals = Rentals()
    let reports = Shared(0)
    let weather = Signal<Int>.interval(.milliseconds(9), on: gps).subscribe(next: { _ in })
    for bicycle in 0..<10 {
      rentals.lend(bicycle, positions) { _ in reports.update { $0 += 1 } }
      pause(milliseconds: 14)
      if bicycle % 2 == 0 || mended { rentals.giveBack(bicycle) }
    }
    pause(milliseconds: 60)
    print("out", rentals.count)
    weather.dispose()
    killed(holding: rentals)
  }
}

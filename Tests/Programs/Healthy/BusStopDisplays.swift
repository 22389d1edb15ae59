// healthy: three of a line alive as the program is killed, while others of it were disposed; marks
// says: A display follows its bus until that has passed; three buses are always on their way.
// allows: nothing

import SignalTracing
import Signals

/// A stop with a display for each bus that is to come.
private final class BusStop: Sendable {
  private let displays = Shared<[Int: Subscription]>([:])

  func announce(_ bus: Int, _ positions: Signal<Int>) {
    let display = positions.map { $0 - bus }.subscribe(next: { _ in })
    displays.update { $0[bus] = display }
  }

  func passed(_ bus: Int) { displays.update { $0.removeValue(forKey: bus) }?.dispose() }
}

enum BusStopDisplays: LeakProgram {
  static func run() {
    let positions = PublishSubject<Int>()
    let stop = BusStop()
    for bus in 0..<16 {
      stop.announce(bus, positions)
      for position in 0..<3 { positions.next(position) }
      pause(milliseconds: 3)
      if bus > 2 { stop.passed(bus - 3) }
      Trace.mark("bus passed")
    }
    killed(holding: stop)
  }
}

// healthy: handles let go, alive at the end, beside many that ended
// says: The lamp, the horn and the log are wired as the keeper switches on, each once, and run for as long as there is power.
// allows: nothing

import Glibc
import Signals

private final class Lighthouse: Sendable {
  let visibility = PublishSubject<Int>()
  let ships = PublishSubject<String>()
  private let entries = Shared<[String]>([])

  func switchOn() {
    _ = visibility.map { $0 < 5000 }.distinctUntilChanged()
      .subscribe(next: { [entries] isOn in entries.update { $0.append("lamp \(isOn)") } })
    _ = visibility.filter { $0 < 800 }
      .subscribe(next: { [entries] _ in entries.update { $0.append("horn") } })
    _ = ships.subscribe(next: { [entries] ship in entries.update { $0.append(ship) } })
  }

  /// Waits for a ship that has been announced.
  func expect(_ ship: String) {
    _ = ships.first(where: { $0 == ship }).subscribe(next: { _ in })
  }
}

enum LighthouseLog: LeakProgram {
  static func run() {
    let lighthouse = Lighthouse()
    lighthouse.switchOn()
    for hour in 0..<40 {
      lighthouse.expect("ship \(hour)")
      lighthouse.visibility.next(abs(20 - hour) * 400)
      pause(milliseconds: 3)
      lighthouse.ships.next("ship \(hour)")
    }
    withExtendedLifetime(lighthouse) { exit(0) }
  }
}

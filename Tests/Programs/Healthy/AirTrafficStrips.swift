// healthy: handles in a dictionary that goes undisposed with the end of run(), while siblings were disposed
// says: The strips of the flights that are in the air when the program ends are read to the last sweep of the radar.
// allows: nothing

import Signals

private struct Echo: Sendable {
  let flight: Int
  let level: Int
}

/// Sweeps the sector and tells where each flight is.
private final class Radar: Sendable {
  let echoes = PublishSubject<Echo>()
  private let antenna = QueueScheduler("antenna")

  func turn() -> Disposable {
    Signal<Int>.interval(.milliseconds(2), on: antenna)
      .subscribe(next: { [echoes] sweep in
        for flight in 0..<24 { echoes.next(Echo(flight: flight, level: 100 + (sweep + flight) / 5)) }
      })
  }
}

/// A controller with a paper strip for each flight in the sector.
enum AirTrafficStrips: LeakProgram {
  static func run() {
    let radar = Radar()
    let sweeping = radar.turn()
    let climbs = Shared(0)
    var strips: [Int: Subscription] = [:]
    for flight in 0..<24 {
      strips[flight] = radar.echoes.filter { $0.flight == flight }
        .map(\.level)
        .distinctUntilChanged()
        .subscribe(next: { _ in climbs.update { $0 += 1 } })
      pause(milliseconds: 7)
      if flight >= 4 { strips.removeValue(forKey: flight - 4)?.dispose() }
    }
    pause(milliseconds: 40)
    print("strips", strips.count, "climbs", climbs.value > 0)
    withExtendedLifetime((sweeping, strips)) {}
  }
}

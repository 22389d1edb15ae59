// healthy: one cold signal with `retry` is subscribed to four times at once and dials four times
// says: A bonded uplink needs four connections of its own, and each has to try again for itself when it is refused.
// allows: suspect

import Signals

private struct Refused: Error {
  let attempt: Int
}

/// A relay station that refuses every third connection.
private final class RelayStation: Sendable {
  let dialled = Shared(0)
  let open = Shared(0)
  private let modem = QueueScheduler("modem")

  func connect() -> Signal<Int> {
    Signal.create { [dialled, open, modem] subscriber in
      let attempt = dialled.update { count in
        count += 1
        return count
      }
      if attempt % 3 == 0 {
        return modem.schedule(after: .milliseconds(3)) { subscriber.error(Refused(attempt: attempt)) }
      }
      open.update { $0 += 1 }
      let packets = modem.schedule(after: .milliseconds(5), every: .milliseconds(7)) {
        subscriber.next(attempt)
      }
      return Disposable {
        packets.dispose()
        open.update { $0 -= 1 }
      }
    }
  }
}

/// Spreads what the drone films over several connections.
private final class BondedUplink: Sendable {
  let packets = Shared<[Int: Int]>([:])
  private let bag = DisposeBag()
  private let clock = QueueScheduler("clock")

  func start(_ station: RelayStation, width: Int) {
    let connection = station.connect()
      .retry(upTo: 5, interval: .milliseconds(15), on: clock)
    for lane in 0..<width {
      connection
        .subscribe(
          next: { [packets] _ in packets.update { $0[lane, default: 0] += 1 } },
          error: { print("lane", lane, "is down", $0) }
        )
        .disposed(by: bag)
    }
  }

  func land() { bag.dispose() }
}

enum FourUplinks: LeakProgram {
  static func run() {
    let station = RelayStation()
    let uplink = BondedUplink()
    uplink.start(station, width: 4)
    pause(milliseconds: 220)
    let lanes = uplink.packets.value.count
    uplink.land()
    pause(milliseconds: 25)
    print("lanes", lanes, "dialled", station.dialled.value, "open", station.open.value)
  }
}

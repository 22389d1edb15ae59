// fault: missing-share
// verdict: finding
// proof: run
// says: four rules listen to the same slope, and each of them dials the station, which has one modem for all

import Dispatch
import Signals

private struct Reading: Sendable {
  let depth: Int
  let wind: Int
}

/// A station on a slope, which must be dialled.
private final class Station: Sendable {
  private let lines = Shared<[Int: @Sendable (Reading) -> Void]>([:])
  private let calls = Shared(0)

  var dialled: Int { calls.value }

  func dial(_ listener: @escaping @Sendable (Reading) -> Void) -> Int {
    let call = calls.update { calls in
      calls += 1
      return calls
    }
    lines.update { $0[call] = listener }
    return call
  }

  func hangUp(_ call: Int) { lines.update { $0[call] = nil } }

  func measure(_ reading: Reading) {
    for listener in lines.value.values { listener(reading) }
  }
}

/// The rules by which a slope is closed.
private final class SlopeWatch: Sendable {
  private let bag = DisposeBag()
  private let clock = QueueScheduler("rules")
  let alarms = Shared(0)

  init(_ station: Station) {
    let dialled = Signal<Reading>.create { subscriber in  // LEAK
      let call = station.dial { subscriber.next($0) }
      return Disposable { station.hangUp(call) }
    }
    let readings = mended ? dialled.share() : dialled
    readings.map(\.depth).filter { $0 > 120 }  // LEAK
      .subscribe(next: { [alarms] _ in alarms.update { $0 += 1 } })
      .disposed(by: bag)
    readings.map(\.wind).scan(0.0) { $0 * 0.8 + Double($1) * 0.2 }.filter { $0 > 30 }  // LEAK
      .subscribe(next: { [alarms] _ in alarms.update { $0 += 1 } })
      .disposed(by: bag)
    readings.buffer(for: .milliseconds(20), on: clock)  // LEAK
      .filter { ($0.last?.depth ?? 0) - ($0.first?.depth ?? 0) > 15 }
      .subscribe(next: { [alarms] _ in alarms.update { $0 += 1 } })
      .disposed(by: bag)
    readings.throttle(for: .milliseconds(10), on: clock)  // LEAK
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }

  func stop() { bag.dispose() }
}

enum AvalancheWatch: LeakProgram {
  static func run() {
    let station = Station()
    let watch = SlopeWatch(station)
    let mountain = DispatchQueue(label: "mountain")
    for minute in 0..<60 {
      mountain.sync { station.measure(Reading(depth: 80 + minute, wind: minute % 50)) }
      pause(milliseconds: 2)
    }
    watch.stop()
    print("alarms", watch.alarms.value > 0, "dialled", station.dialled)
  }
}

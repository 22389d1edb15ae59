// fault: removed-undisposed
// verdict: likely
// proof: run
// says: unplugging a sensor takes its subscription out of the composite as if that disposed it

import Signals

private struct Sample: Sendable {
  let port: Int
  let celsius: Double
}

/// A hub with ports, into which thermometers are plugged.
private final class Hub {
  let bus = PublishSubject<Sample>()
  let highest = Shared(-100.0)
  private let streams = CompositeDisposable()
  private var plugged: [Int: Subscription] = [:]

  func plug(_ port: Int) {
    let highest = highest
    let stream = bus.filter { $0.port == port }.map { $0.celsius }
      .subscribe(next: { celsius in highest.update { $0 = max($0, celsius) } })  // LEAK
    plugged[port] = stream
    streams.add(stream)
  }

  func unplug(_ port: Int) {
    guard let stream = plugged.removeValue(forKey: port) else { return }
    if mended { stream.dispose() }
    streams.remove(stream)  // LEAK
  }

  func switchOff() {
    plugged = [:]
    streams.dispose()
  }
}

enum UnpluggedSensors: LeakProgram {
  static func run() {
    let hub = Hub()
    let mean = hub.bus.map { $0.celsius }.scan(20) { $0 * 0.95 + $1 * 0.05 }.subscribe(next: { _ in })
    for port in 0..<4 { hub.plug(port) }
    for turn in 0..<30 {
      hub.bus.next(Sample(port: turn % 4, celsius: 18 + Double(turn % 9)))
      pause(milliseconds: 4)
      if turn % 6 == 5 { hub.unplug(turn / 6 % 4) }
      if turn % 12 == 11 { hub.plug(turn / 6 % 4) }
    }
    hub.switchOff()
    for turn in 0..<12 {
      hub.bus.next(Sample(port: turn % 4, celsius: 50))
      pause(milliseconds: 4)
    }
    mean.dispose()
    print("highest", hub.highest.value > 20)
  }
}

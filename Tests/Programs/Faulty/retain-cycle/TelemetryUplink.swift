// fault: retain-cycle
// verdict: suspect
// proof: run
// says: the closure of the published signal holds the uplink, the uplink its connection: the deinit that would disconnect never runs

import Signals

/// The uplink of a trip: it publishes encrypted positions and disconnects as it goes.
private final class Uplink: Sendable {
  private let key: Int
  private let published = Shared<MulticastConnection<Int>?>(nil)
  private let connection = SerialDisposable()

  init(_ positions: Signal<Int>, key: Int) {
    self.key = key
    let encrypted: Signal<Int>
    if mended {
      encrypted = positions.map { $0 ^ key }
    } else {
      encrypted = positions.map { self.encrypt($0) }  // LEAK
    }
    let publication = encrypted.publish()
    published.update { $0 = publication }
    connection.inner = publication.connect()
  }

  private func encrypt(_ position: Int) -> Int { position ^ key }
  var signal: Signal<Int> { published.value!.signal }

  deinit { connection.dispose() }
}

enum TelemetryUplink: LeakProgram {
  static func run() {
    let positions = PublishSubject<Int>()
    let log = positions.scan(0) { count, _ in count + 1 }.subscribe(next: { _ in })
    for trip in 0..<14 {
      let uplink = Uplink(positions, key: trip)
      let server = uplink.signal.subscribe(next: { _ in })
      for position in 0..<5 { positions.next(position) }
      pause(milliseconds: 4)
      server.dispose()
    }
    for position in 0..<20 {
      positions.next(position)
      pause(milliseconds: 2)
    }
    log.dispose()
  }
}

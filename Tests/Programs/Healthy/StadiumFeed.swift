// healthy: a connection whose handle nobody keeps, and which has no subscriber at the end
// says: The cameras run for the whole match, whether anyone watches or not; fans come and go.
// allows: suspect

import Dispatch
import Signals

private struct Picture: Sendable {
  let camera: Int
  let frame: Int
}

/// The cameras of the stadium, encoded once for all.
private final class Broadcast: Sendable {
  static let shared = Broadcast()

  private let connection: MulticastConnection<Picture>

  private init() {
    let encoder = QueueScheduler("encoder")
    let cameras = (0..<3).map { camera in
      Signal<Int>.interval(.milliseconds(9), on: encoder).map { Picture(camera: camera, frame: $0) }
    }
    connection = Signal<Picture>.merge(cameras).publish()
  }

  func goOnAir() { _ = connection.connect() }

  func pictures(from camera: Int) -> Signal<Picture> {
    connection.signal.filter { $0.camera == camera }
  }
}

/// Somebody at a phone.
private final class Fan: Sendable {
  let seen = Shared(0)
  private let left = PublishSubject<Void>()
  private let screen = SerialDisposable()

  func watch(camera: Int) {
    screen.inner = Broadcast.shared.pictures(from: camera)
      .take(until: left)
      .deliver(on: QueueScheduler("phone"))
      .subscribe(next: { [seen] _ in seen.update { $0 += 1 } })
  }

  func leave() { left.next(()) }
}

/// Lets fans in at several gates.
private final class Gates: Sendable {
  private let queues = (0..<3).map { DispatchQueue(label: "gate \($0)") }

  func visit(_ fan: Fan, at gate: Int) {
    queues[gate].async {
      fan.watch(camera: gate)
      pause(milliseconds: 20)
      fan.watch(camera: (gate + 1) % 3)
      pause(milliseconds: 20)
      fan.leave()
    }
  }

  func close() { queues.forEach { $0.sync {} } }
}

enum StadiumFeed: LeakProgram {
  static func run() {
    Broadcast.shared.goOnAir()
    let gates = Gates()
    let fans = (0..<12).map { _ in Fan() }
    for (number, fan) in fans.enumerated() { gates.visit(fan, at: number % 3) }
    gates.close()
    pause(milliseconds: 120)
    print("seen", fans.map { $0.seen.value }.reduce(0, +))
  }
}

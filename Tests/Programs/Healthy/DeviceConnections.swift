// healthy: of thirty that one line began, five never end, though later ones did
// says: A connection is read as long as it lives; five devices stay connected, and send to the end.
// allows: nothing

import Signals

private final class Connection: Sendable {
  let number: Int
  let packets = PublishSubject<Int>()
  init(_ number: Int) { self.number = number }
}

/// Reads what its connections send; one that hangs up completes, one that is kicked is disposed.
private final class DeviceGateway: Sendable {
  private let readers = Shared<[Int: Subscription]>([:])
  private let read = Shared(0)

  func accept(_ connection: Connection) {
    let (number, read) = (connection.number, read)
    let reader = connection.packets.map { $0 & 0xff }.subscribe(
      next: { _ in read.update { $0 += 1 } },
      completed: { [weak self] in self?.forget(number) })
    readers.update { $0[number] = reader }
  }

  func kick(_ number: Int) { forget(number)?.dispose() }

  @discardableResult
  private func forget(_ number: Int) -> Subscription? { readers.update { $0.removeValue(forKey: number) } }

  var connected: Int { readers.value.count }
}

enum DeviceConnections: LeakProgram {
  static func run() {
    let gateway = DeviceGateway()
    var living: [Connection] = []
    for number in 0..<30 {
      let connection = Connection(number)
      gateway.accept(connection)
      living.append(connection)
      for connection in living { connection.packets.next(number) }
      let passing = living.filter { $0.number % 6 != 2 }
      if passing.count > 4 {
        let gone = passing[0]
        if gone.number % 4 == 0 { gateway.kick(gone.number) } else { gone.packets.completed() }
        living.removeAll { $0 === gone }
      }
      pause(milliseconds: 7)
    }
    for connection in living where connection.number % 6 != 2 { connection.packets.completed() }
    living.removeAll { $0.number % 6 != 2 }
    for packet in 0..<30 {
      for connection in living { connection.packets.next(packet) }
      pause(milliseconds: 6)
    }
    print("connected", gateway.connected)
    withExtendedLifetime((gateway, living)) {}
  }
}

// healthy: a nested edge through create; the first subscriber leaves, the shared source goes on
// says: The clients share one subscription to the socket, begun on behalf of the first; it serves those who are left.
// allows: nothing

import Dispatch
import Signals
import Synchronization

private final class Socket: Sendable {
  let packets = PublishSubject<Int>()
  private let queue = DispatchQueue(label: "socket")
  func receive(_ packet: Int) { queue.async { self.packets.next(packet) } }
  func flush() { queue.sync {} }
}

private final class Hub: Sendable {
  private let shared: Signal<Int>
  init(_ socket: Socket) { shared = socket.packets.filter { $0 >= 0 }.share() }

  func client(_ name: String) -> Signal<String> {
    Signal<String>.create { subscriber in
      self.shared.map { "\(name) \($0)" }.subscribe(next: { subscriber.next($0) })
    }
  }
}

enum ClientsOfAHub: LeakProgram {
  static func run() {
    let socket = Socket()
    let hub = Hub(socket)
    var clients: [Subscription] = []
    for number in 0..<50 {
      clients.append(hub.client("client \(number)").subscribe(next: { _ in }))
      for packet in 0..<3 { socket.receive(number + packet) }
      socket.flush()
      if clients.count > 5 { clients.removeFirst().dispose() }
      pause(milliseconds: 3)
    }
    for client in clients { client.dispose() }
    socket.receive(0)
    socket.flush()
  }
}

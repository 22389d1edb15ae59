// healthy: handles of the setting up go together; others of the line are kept and disposed later
// allows: suspect

import Signals

/// A gateway with fixed routes, and with routes that come and go.
enum SetupKeepsSome: LeakProgram {
  static func run() {
    let packets = PublishSubject<Int>()
    let gateway = Gateway(packets)
    gateway.setUp()
    for packet in 0..<20 {
      packets.next(packet)
      pause(milliseconds: 1)
    }
    gateway.closeGuests()
    for packet in 0..<40 {
      packets.next(packet)
      pause(milliseconds: 1)
    }
  }
}

private final class Gateway {
  private let packets: Signal<Int>
  private var guests: [Subscription] = []

  init(_ packets: Signal<Int>) { self.packets = packets }

  func setUp() {
    var all: [Subscription] = []
    for port in 0..<8 { all.append(route(port)) }
    for port in 0..<8 where port % 4 == 3 { guests.append(all[port]) }
  }

  func closeGuests() {
    for guest in guests { guest.dispose() }
    guests = []
  }

  private func route(_ port: Int) -> Subscription {
    packets.filter { $0 % 8 == port }.subscribe(next: { _ in })
  }
}

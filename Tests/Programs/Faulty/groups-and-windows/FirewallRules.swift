// fault: groups-and-windows
// verdict: suspect
// proof: run
// says: packets are grouped by connection, whose numbers never come back; each group is followed as long as the firewall runs

import Signals

private struct Packet: Sendable {
  let connection: Int
  let bytes: Int
}

private final class Firewall: Sendable {
  let packets = PublishSubject<Packet>()
  private let clock = QueueScheduler("firewall")
  private let heavy = Shared<[Int]>([])
  private let bag = DisposeBag()

  func start() {
    let clock = clock
    packets.groupBy { $0.connection }  // LEAK
      .flatMap { group -> Signal<Int> in  // LEAK
        let sizes = group.scan(0) { sum, packet in sum + packet.bytes }
        let alive = mended ? sizes.timeout(eachValue: .milliseconds(20), on: clock).ignoreFailure() : sizes
        return alive.filter { $0 > 3000 }.map { _ in group.key }
      }
      .subscribe(next: { [heavy] connection in heavy.update { $0.append(connection) } })
      .disposed(by: bag)
  }

  var blocked: Int { heavy.value.count }
}

enum FirewallRules: LeakProgram {
  static func run() {
    let firewall = Firewall()
    firewall.start()
    for connection in 0..<40 {
      for packet in 0..<4 { firewall.packets.next(Packet(connection: connection, bytes: packet * 400 + 500)) }
      pause(milliseconds: 4)
    }
    pause(milliseconds: 60)
    print("heavy", firewall.blocked)
    withExtendedLifetime(firewall) {}
  }
}

// fault: groups-and-windows
// verdict: suspect
// proof: run
// says: a group is kept for each address that ever sent something, and addresses do not come back

import Signals

/// Counts packets by address.
enum GroupPerAddress: LeakProgram {
  static func run() {
    let packets = PublishSubject<Int>()
    let counts = packets.groupBy { $0 / 3 }
      .flatMap { group in  // LEAK
        mended ? group.take(3).count() : group.scan(0) { sum, _ in sum + 1 }
      }
      .subscribe(next: { _ in })
    for packet in 0..<180 {
      packets.next(packet)
      if packet % 6 == 0 { pause(milliseconds: 2) }
    }
    pause(milliseconds: 20)
    killed(holding: counts)
  }
}

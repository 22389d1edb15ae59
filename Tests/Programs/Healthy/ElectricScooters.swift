// healthy: a source goes on sending for a while after its subscription was disposed
// says: The disposable hands the parking to the scooter's own queue, which is slow: the radio falls silent some packets later.
// allows: nothing

import Dispatch
import Signals

/// The radio of a scooter, which sends a packet every three milliseconds.
private final class Radio: Sendable {
  private let queue = DispatchQueue(label: "scooter")
  private let isOn = Shared(true)
  private let sent = Shared(0)

  func start(_ packet: @escaping @Sendable (Int) -> Void) {
    queue.asyncAfter(deadline: .now() + .milliseconds(3)) { [self] in
      guard isOn.value else { return }
      packet(
        sent.update {
          $0 += 1
          return $0
        })
      start(packet)
    }
  }

  /// The scooter rolls out, locks its wheels and then switches off.
  func park(_ parked: Flag) {
    queue.asyncAfter(deadline: .now() + .milliseconds(12)) { [isOn] in
      isOn.update { $0 = false }
      parked.raise()
    }
  }
}

enum ElectricScooters: LeakProgram {
  static func run() {
    for _ in 0..<6 {
      let radio = Radio()
      let (parked, heard) = (Flag(), Flag())
      let packets = Signal<Int>.create { subscriber in
        radio.start { subscriber.next($0) }
        return Disposable { radio.park(parked) }
      }
      let ride = packets.filter { $0 == 4 }.subscribe(next: { _ in heard.raise() })
      heard.wait()
      ride.dispose()
      parked.wait()
    }
    pause(milliseconds: 20)
    print("all parked")
  }
}

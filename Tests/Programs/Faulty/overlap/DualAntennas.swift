// fault: overlap
// verdict: finding
// proof: run
// says: two antennas call back on a queue each, and both send to the one subscriber while the other is at it

import Dispatch
import Signals

/// A driver's antenna, which calls back on the queue that it was given.
private final class Antenna: Sendable {
  private let packets: Range<Int>
  private let isOpen = Shared(true)

  init(_ packets: Range<Int>) { self.packets = packets }

  func listen(on queue: DispatchQueue, _ callback: @escaping @Sendable (Int) -> Void) {
    queue.async { [packets, isOpen] in
      for packet in packets where isOpen.value {
        callback(packet)
        pause(milliseconds: 1)
      }
    }
  }

  func close() { isOpen.update { $0 = false } }
}

private struct Receiver: Sendable {
  let antennas = [Antenna(0..<25), Antenna(100..<125)]

  var packets: Signal<Int> {
    .create { [antennas] subscriber in  // LEAK
      let driver = DispatchQueue(label: "driver")
      for antenna in antennas {
        let queue = mended ? driver : DispatchQueue(label: "antenna")
        antenna.listen(on: queue) { subscriber.next($0) }  // LEAK
      }
      return Disposable { for antenna in antennas { antenna.close() } }
    }
  }
}

enum DualAntennas: LeakProgram {
  static func run() {
    let stored = Shared(0)
    let isDone = Flag()
    let receiving = Receiver().packets
      .subscribe(next: { _ in
        pause(milliseconds: 3)
        stored.update { $0 += 1 }
        if stored.value == 50 { isDone.raise() }
      })
    isDone.wait()
    receiving.dispose()
    print("stored", stored.value)
  }
}

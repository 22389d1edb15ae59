// healthy: a create whose disposable returns before all is put away
// says: A probe is told to sleep on the queue of the radio, which takes a while; all but the last have done so by the end.
// allows: nothing

import Signals

/// The radio of a vineyard, with a probe in each row of vines.
private final class Radio: Sendable {
  let awake = Shared(0)
  private let air = QueueScheduler("air")

  func moisture(of row: Int) -> Signal<Int> {
    .create { [awake, air] subscriber in
      awake.update { $0 += 1 }
      let isHeard = Shared(true)
      let polling = air.schedule(after: .milliseconds(1), every: .milliseconds(2)) {
        if isHeard.value { subscriber.next(30 + row) }
      }
      return Disposable {
        isHeard.update { $0 = false }
        air.schedule(after: .milliseconds(5)) {
          polling.dispose()
          awake.update { $0 -= 1 }
        }
      }
    }
  }
}

enum VineyardProbes: LeakProgram {
  static func run() {
    let radio = Radio()
    for row in 0..<16 {
      let heard = Shared(0)
      let probe = radio.moisture(of: row).subscribe(next: { _ in heard.update { $0 += 1 } })
      while heard.value < 2 { pause(milliseconds: 1) }
      probe.dispose()
    }
    while radio.awake.value > 1 { pause(milliseconds: 1) }
  }
}

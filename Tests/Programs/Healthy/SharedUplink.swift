// healthy: the same timer is started again and again, and a share is left and joined by turns
// says: The uplink is up while somebody has something to send, and goes down with the last of them.
// allows: nothing

import Signals

/// A modem that costs money while it is online.
private final class Modem: Sendable {
  let minutes = Shared(0)
  let dials = Shared(0)
  let uplink: Signal<Int>

  init(_ clock: VirtualTimeScheduler) {
    uplink = Signal<Int>.interval(.seconds(60), on: clock)
      .do(
        onNext: { [minutes] _ in minutes.update { $0 += 1 } },
        onSubscribe: { [dials] in dials.update { $0 += 1 } }
      )
      .share()
  }
}

enum SharedUplink: LeakProgram {
  static func run() {
    let clock = VirtualTimeScheduler()
    let modem = Modem(clock)
    for _ in 0..<14 {
      let mail = modem.uplink.subscribe(next: { _ in })
      let backup = modem.uplink.take(4).subscribe(next: { _ in })
      for _ in 0..<3 {
        clock.advance(by: .seconds(60))
        pause(milliseconds: 2)
      }
      mail.dispose()
      clock.advance(by: .seconds(120))
      withExtendedLifetime(backup) { pause(milliseconds: 3) }
    }
    clock.advance(by: .seconds(3600))
    print("dials", modem.dials.value, "minutes", modem.minutes.value)
  }
}

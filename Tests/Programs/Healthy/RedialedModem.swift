// healthy: a connection that is lost and made again many times
// says: Each session frees the port before the next takes it, after a pause; `quit` ends the last one and the redialing.
// allows: nothing

import Signals

private struct CarrierLost: Error {}

/// A modem in a weather station that sends what it measures.
private final class Modem: Sendable {
  let readings = PublishSubject<Double>()
  let carrierLost = PublishSubject<Void>()
  let dialed = Shared(0)
  let portsInUse = Shared(0)
  private let clock = QueueScheduler("modem")

  private func session() -> Signal<Double> {
    Signal<Double>.using { [dialed, portsInUse] in
      dialed.update { $0 += 1 }
      portsInUse.update { $0 += 1 }
      return Disposable { portsInUse.update { $0 -= 1 } }
    } signal: { [readings, carrierLost] _ in
      readings.take(until: carrierLost).concat(.fail(CarrierLost()))
    }
  }

  func uplink() -> Signal<Double> {
    session().retry(when: { [clock] failures in failures.delay(for: .milliseconds(6), on: clock) })
  }
}

enum RedialedModem: LeakProgram {
  static func run() {
    let modem = Modem()
    let quit = PublishSubject<Void>()
    let sent = Shared(0)
    _ = modem.uplink().take(until: quit).subscribe(next: { _ in sent.update { $0 += 1 } })
    let maximum = modem.readings.scan(0, max).subscribe(next: { _ in })
    for hour in 0..<60 {
      modem.readings.next(12.5 + Double(hour % 8))
      pause(milliseconds: 4)
      if hour % 6 == 5 { modem.carrierLost.next(()) }
    }
    pause(milliseconds: 20)
    quit.next(())
    for hour in 0..<6 {
      modem.readings.next(Double(hour))
      pause(milliseconds: 4)
    }
    maximum.dispose()
    print("dialed", modem.dialed.value, "ports", modem.portsInUse.value)
  }
}

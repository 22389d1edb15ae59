// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: the closure subscribes to two sensors and returns the handle of one; the other is listened to after every treatment

import Signals

private enum Alarm: Sendable {
  case pressure(Int)
  case temperature(Int)
}

private struct Machine: Sendable {
  let pressure = PublishSubject<Int>()
  let temperature = PublishSubject<Int>()

  /// What is out of bounds, from both sensors.
  func alarms() -> Signal<Alarm> {
    .create { [pressure, temperature] subscriber in  // LEAK
      let tooHigh = pressure.filter { $0 > 200 }.subscribe(next: { subscriber.next(.pressure($0)) })
      let tooWarm = temperature.filter { $0 > 38 }
        .subscribe(next: { subscriber.next(.temperature($0)) })  // LEAK
      return mended ? BinaryDisposable(tooHigh, tooWarm) : tooHigh  // LEAK
    }
  }
}

enum DialysisMachine: LeakProgram {
  static func run() {
    let machine = Machine()
    let rung = Shared(0)
    let log = machine.pressure.merge(machine.temperature).subscribe(next: { _ in })
    for patient in 0..<9 {
      let treatment = machine.alarms().subscribe(next: { _ in rung.update { $0 += 1 } })
      for minute in 0..<5 {
        machine.pressure.next(180 + minute * 10)
        machine.temperature.next(36 + minute)
      }
      pause(milliseconds: 4)
      treatment.dispose()
      machine.pressure.next(100 + patient)
    }
    for minute in 0..<30 {
      machine.temperature.next(36 + minute % 5)
      machine.pressure.next(170 + minute)
      pause(milliseconds: 2)
    }
    print("rung", rung.value)
    log.dispose()
  }
}

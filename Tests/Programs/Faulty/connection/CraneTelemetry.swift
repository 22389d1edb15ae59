// fault: connection
// verdict: likely
// proof: run
// says: each shift publishes and connects the load anew; its two displays leave, and the connection stays, for nobody keeps it

import Signals

/// The crane's sensors, which the harbour reads day and night.
private final class Crane: Sendable {
  let load = PublishSubject<Double>()
  let converted = Shared(0)

  func tonnes() -> Signal<Double> {
    load.map { [converted] kilogrammes in
      converted.update { $0 += 1 }
      return kilogrammes / 1000
    }
  }
}

/// The displays of whoever drives the crane now.
private final class Cabin {
  private var displays: [Disposable] = []

  func begin(_ crane: Crane) {
    let tonnes = crane.tonnes().publish()
    displays.append(tonnes.signal.subscribe(next: { _ in }))
    displays.append(tonnes.signal.filter { $0 > 30 }.subscribe(next: { _ in }))
    let connection = tonnes.connect()  // LEAK
    if mended { displays.append(connection) }
  }

  func end() {
    for display in displays { display.dispose() }
    displays = []
  }
}

enum CraneTelemetry: LeakProgram {
  static func run() {
    let crane = Crane()
    let harbour = crane.load.filter { $0 > 35_000 }.subscribe(next: { _ in })
    let cabin = Cabin()
    for shift in 0..<8 {
      cabin.begin(crane)
      for box in 0..<5 { crane.load.next(Double(box * 8000 + shift)) }
      pause(milliseconds: 6)
      cabin.end()
    }
    let before = crane.converted.value
    for box in 0..<20 {
      crane.load.next(Double(box * 2000))
      pause(milliseconds: 3)
    }
    print("converted for nobody", crane.converted.value - before)
    harbour.dispose()
  }
}

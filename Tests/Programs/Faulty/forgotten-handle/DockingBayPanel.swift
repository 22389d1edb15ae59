// fault: forgotten-handle
// verdict: likely
// proof: run
// says: of four subscriptions of the panel three are in its bag, and the one to the wind is in none

import Signals

private final class Port: Sendable {
  let pressure = BehaviorSubject(1.0)
  let ships = PublishSubject<String>()
  let wind = PublishSubject<Double>()
  let lights = MutableProperty(false)
}

/// The panel of one bay; there is one at a time, and it is closed when the shift ends.
private final class BayPanel: Sendable {
  let rows = Shared<[String: String]>([:])
  private let bag = DisposeBag()

  func open(_ port: Port) {
    port.pressure
      .distinctUntilChanged()
      .subscribe(next: { [rows] value in rows.update { $0["pressure"] = "\(value)" } })
      .disposed(by: bag)
    port.ships
      .scan(0) { count, _ in count + 1 }
      .subscribe(next: { [rows] value in rows.update { $0["ships"] = "\(value)" } })
      .disposed(by: bag)
    let wind = port.wind
      .map { $0 * 3.6 }
      .subscribe(next: { [rows] value in rows.update { $0["wind"] = "\(Int(value)) km/h" } })  // LEAK
    if mended { wind.disposed(by: bag) }
    port.lights.signal
      .subscribe(next: { [rows] value in rows.update { $0["lights"] = value ? "on" : "off" } })
      .disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum DockingBayPanel: LeakProgram {
  static func run() {
    let port = Port()
    let panel = BayPanel()
    panel.open(port)
    for minute in 0..<25 {
      port.pressure.next(1 + Double(minute % 3) / 100)
      port.wind.next(Double(minute) / 2)
      if minute % 6 == 0 { port.ships.next("ship\(minute)") }
      port.lights.set(minute > 15)
      pause(milliseconds: 5)
    }
    let shown = panel.rows.value.count
    panel.close()
    for minute in 0..<25 {
      port.wind.next(Double(minute) / 3)
      port.pressure.next(1)
      pause(milliseconds: 5)
    }
    print("rows", shown)
  }
}

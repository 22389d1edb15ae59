// fault: object-freed
// verdict: certain
// proof: run
// says: the view is gone from memory, and what was subscribed to for it is alive

import Signals

/// Views of a temperature, each for a moment.
enum TemperatureViews: LeakProgram {
  static func run() {
    let sensor = PublishSubject<Double>()
    for _ in 0..<6 {
      let view = TemperatureView(sensor)
      sensor.next(20.5)
      view.draw()
    }
    for degree in 0..<20 { sensor.next(Double(degree)) }
    pause(milliseconds: 40)
  }
}

private final class TemperatureView: Sendable {
  private let text = Shared("")
  private let bag = DisposeBag()

  init(_ sensor: Signal<Double>) {
    let shown = sensor.subscribe(next: { [text] degrees in text.update { $0 = "\(degrees)" } })  // LEAK
    shown.owned(by: self)  // LEAK
    if mended { shown.disposed(by: bag) }
  }

  func draw() { _ = text.value.count }
}

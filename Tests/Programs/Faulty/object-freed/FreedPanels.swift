// fault: object-freed
// verdict: certain
// proof: run
// says: a panel is gone, the subscription that belongs to it lives

import Signals

/// Panels of a dashboard, opened and closed.
enum FreedPanels: LeakProgram {
  static func run() {
    let load = PublishSubject<Double>()
    for panel in 0..<6 {
      let shown = Panel(load, panel)
      load.next(Double(panel))
      pause(milliseconds: 3)
      shown.close()
    }
    for value in 0..<30 {
      load.next(Double(value))
      pause(milliseconds: 1)
    }
  }
}

private final class Panel: Sendable {
  private let peak = Shared(0.0)
  private let feed = Shared<Disposable?>(nil)

  init(_ load: Signal<Double>, _ number: Int) {
    let handle = load.filter { $0 > 0.5 }
      .subscribe(next: { [peak] value in peak.update { $0 = max($0, value) } })  // LEAK
      .owned(by: self)  // LEAK
    feed.update { $0 = handle }
  }

  func close() { if mended { feed.value?.dispose() } }
}

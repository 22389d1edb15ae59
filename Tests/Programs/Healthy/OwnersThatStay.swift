// healthy: subscriptions owned by objects that live
// allows: nothing

import Signals

private final class Monitor: Sendable {
  private let peak = Shared(0)

  init(_ load: Signal<Int>) {
    load.subscribe(next: { [weak self] value in self?.peak.update { $0 = max($0, value) } }).owned(by: self)
  }

  var value: Int { peak.value }
}

/// Monitors that are made at the start and asked at the end.
enum OwnersThatStay: LeakProgram {
  static func run() {
    let load = PublishSubject<Int>()
    let monitors = (0..<7).map { _ in Monitor(load) }
    for value in 0..<50 {
      load.next(value)
      let glance = load.subscribe(next: { _ in })
      glance.dispose()
      pause(milliseconds: 1)
    }
    print(monitors.map(\.value).max() ?? 0)
  }
}

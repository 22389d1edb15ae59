// healthy: handles let go, siblings have ended, some are alive at the end
// says: Each view takes until its own end; the three that are alive at the end are still shown.
// allows: nothing

import Signals

private let clock = PublishSubject<Int>()

private final class ClockView {
  private let gone = PublishSubject<Void>()

  init(_ zone: Int) { _ = clock.take(until: gone).map { $0 + zone }.subscribe(next: { _ in }) }
  deinit { gone.next(()) }
}

private nonisolated(unsafe) var shown: [ClockView] = []

enum UntilTheObjectGoes: LeakProgram {
  static func run() {
    for zone in 0..<24 {
      shown.append(ClockView(zone))
      if shown.count > 3 { shown.removeFirst() }
      clock.next(zone)
      pause(milliseconds: 3)
    }
    for second in 0..<20 {
      clock.next(second)
      pause(milliseconds: 2)
    }
  }
}

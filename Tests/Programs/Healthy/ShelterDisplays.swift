// healthy: handles let go, objects that go, and bindings that are alive for a moment after them
// says: A binding keeps nothing of its display, and ends at the first value after that has been taken down.
// allows: nothing

import Signals

/// A display in a bus shelter, which is taken down after a while.
private final class ShelterDisplay: Sendable {
  private let minutes = Shared(0)
  private let lit = Shared(false)

  func show(_ minutes: Int) { self.minutes.update { $0 = minutes } }
  func light(_ isDark: Bool) { lit.update { $0 = isDark } }
}

private struct Timetable {
  let minutes = PublishSubject<Int>()
  let isDark = BehaviorRelay(false)

  func equip(_ display: ShelterDisplay) {
    _ = minutes.bind(to: display) { display, minutes in display.show(minutes) }
    _ = isDark.bind(to: display) { display, isDark in display.light(isDark) }
  }
}

enum ShelterDisplays: LeakProgram {
  static func run() {
    let timetable = Timetable()
    var displays: [ShelterDisplay] = []
    for number in 0..<30 {
      let display = ShelterDisplay()
      timetable.equip(display)
      displays.append(display)
      if displays.count > 5 { displays.removeFirst() }
      timetable.minutes.next(20 - number % 20)
      timetable.isDark.accept(number % 8 > 4)
      pause(milliseconds: 3)
    }
    displays = []
    timetable.minutes.next(0)
    timetable.isDark.accept(true)
    print("bus is due, listeners left:", timetable.minutes.hasSubscribers)
  }
}

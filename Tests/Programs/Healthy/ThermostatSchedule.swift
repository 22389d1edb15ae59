// healthy: a timer without an end is started over and over by one line, and its handle is put over the one before
// says: The place is a serial one: what it held is disposed as the next comes, and the last with the house.
// allows: nothing

import Signals

private enum Mode: Sendable {
  case away, home, night
}

private final class Heating: Sendable {
  let target = MutableProperty(16.0)
  let mode = BehaviorRelay(Mode.home)
  private let ramp = SerialDisposable()
  private let clock = QueueScheduler("house clock")
  private let bag = DisposeBag()

  init() {
    mode
      .distinctUntilChanged()
      .subscribe(next: { [weak self] mode in self?.follow(mode) })
      .disposed(by: bag)
    ramp.disposed(by: bag)
  }

  private func follow(_ mode: Mode) {
    let aim: Double
    switch mode {
    case .away: aim = 15
    case .home: aim = 21
    case .night: aim = 17
    }
    ramp.inner = Signal<Int>.interval(.milliseconds(5), on: clock)
      .subscribe(next: { [target] _ in target.modify { $0 += ($0 < aim ? 0.1 : -0.1) } })
  }
}

private final class House: Sendable {
  let heatings = (0..<3).map { _ in Heating() }

  func set(_ mode: Mode) {
    for heating in heatings { heating.mode.accept(mode) }
  }
}

enum ThermostatSchedule: LeakProgram {
  static func run() {
    do {
      let house = House()
      for (index, mode) in [Mode.home, .away, .home, .night, .home, .home, .away, .night].enumerated() {
        house.set(mode)
        if index == 4 { house.heatings[1].mode.accept(.away) }
        pause(milliseconds: 30)
      }
      print("target", house.heatings[0].target.value > 10)
    }
    pause(milliseconds: 40)
  }
}

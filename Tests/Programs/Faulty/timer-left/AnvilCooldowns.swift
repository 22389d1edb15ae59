// fault: timer-left
// verdict: likely
// proof: run
// says: the smith's cooldown ticks on after the smith has gone: weak self keeps it from crashing, not from ticking

import Signals

private final class World: Sendable {
  let hammer = PublishSubject<Int>()
  let weather = BehaviorSubject("clear")
  let clock = QueueScheduler("world clock")
}

/// A character that forges, and must rest between two strokes.
private final class Smith: Sendable {
  let forged = Shared(0)
  private let heat = MutableProperty(0)
  private let bag: DisposeBag

  init(in world: World) {
    let bag = DisposeBag()
    self.bag = bag
    world.hammer
      .subscribe(next: { [weak self] strength in self?.strike(strength) })
      .disposed(by: bag)
    world.weather
      .distinctUntilChanged()
      .subscribe(next: { [weak self] weather in if weather == "rain" { self?.cool(by: 5) } })
      .disposed(by: bag)
    let cooling = Signal<Int>.interval(.milliseconds(8), on: world.clock)
      .subscribe(next: { [weak self] _ in self?.cool(by: 1) })  // LEAK
    if mended { cooling.disposed(by: bag) }
  }

  private func strike(_ strength: Int) {
    if heat.value > 20 { return }
    heat.modify { $0 += strength }
    forged.update { $0 += 1 }
  }

  private func cool(by degrees: Int) { heat.modify { $0 = max(0, $0 - degrees) } }
}

enum AnvilCooldowns: LeakProgram {
  static func run() {
    let world = World()
    var forged = 0
    for village in 0..<8 {
      let smith = Smith(in: world)
      for stroke in 0..<6 {
        world.hammer.next(2 + stroke % 3)
        pause(milliseconds: 5)
      }
      world.weather.next(village % 2 == 0 ? "rain" : "clear")
      forged += smith.forged.value
    }
    pause(milliseconds: 150)
    print("forged", forged)
  }
}

// fault: object-freed
// verdict: suspect
// proof: run
// says: a spotlight goes with its picture, but its handle is a plain one: the movements come to a weak reference that is nil

import Signals

/// Where people move in the gallery.
private final class Sensors: Sendable {
  let movements = PublishSubject<Int>()
  let daylight = PublishSubject<Int>()
}

private final class Spotlight: @unchecked Sendable {
  private let wall: Int
  private let brightness = Shared(0)
  private let bag = DisposeBag()
  private var following: Subscription?

  init(wall: Int) { self.wall = wall }

  func connect(_ sensors: Sensors) {
    sensors.daylight.subscribe(next: { [weak self] in self?.dim($0) }).disposed(by: bag)
    following = sensors.movements.filter { [wall] in $0 % 4 == wall % 4 }
      .subscribe(next: { [weak self] _ in self?.brighten() })  // LEAK
  }

  deinit {
    if mended { following?.dispose() }
  }

  private func brighten() { brightness.update { $0 = min($0 + 10, 100) } }
  private func dim(_ light: Int) { brightness.update { $0 = max($0 - light, 0) } }
  var level: Int { brightness.value }
}

enum GalleryLights: LeakProgram {
  static func run() {
    let sensors = Sensors()
    let guards = sensors.movements.filter { $0 > 90 }.subscribe(next: { _ in })
    var hanging: [Spotlight] = []
    var total = 0
    for picture in 0..<14 {
      let light = Spotlight(wall: picture)
      light.connect(sensors)
      hanging.append(light)
      for movement in 0..<8 { sensors.movements.next(movement) }
      sensors.daylight.next(5)
      if hanging.count > 3 { total += hanging.removeFirst().level }
      pause(milliseconds: 4)
    }
    hanging = []
    for movement in 0..<30 {
      sensors.movements.next(movement)
      pause(milliseconds: 2)
    }
    print("light", total)
    guards.dispose()
  }
}

// healthy: four connections of one place, each with a timer as source, stay connected while nobody is subscribed
// says: A compass needs time to settle, so it is kept running between two screens: whoever comes next gets the latest heading at once.
// allows: nothing

import Signals

/// A compass of the ship, which runs from power-on to power-off.
private final class Compass: Sendable {
  let heading: Signal<Int>
  private let connection: Disposable

  init(offset: Int, on bus: QueueScheduler) {
    let readings = Signal<Int>.interval(.milliseconds(6), on: bus)
      .map { (offset + $0 * 3) % 360 }
      .multicast(ReplaySubject(capacity: 1))
    heading = readings.signal
    connection = readings.connect()
  }

  func powerOff() { connection.dispose() }
}

private final class Bridge: Sendable {
  let compasses: [Compass]
  private let bus = QueueScheduler("nmea bus")

  init() {
    let line = bus
    compasses = (0..<4).map { Compass(offset: $0 * 90, on: line) }
  }

  func powerOff() {
    for compass in compasses { compass.powerOff() }
  }
}

/// A screen with the headings of some of the compasses.
private final class HeadingScreen: Sendable {
  let shown = Shared<[Int]>([])
  private let bag = DisposeBag()

  init(_ compasses: some Sequence<Compass>) {
    for compass in compasses {
      compass.heading
        .subscribe(next: { [shown] heading in shown.update { $0.append(heading) } })
        .disposed(by: bag)
    }
  }

  func leave() { bag.dispose() }
}

enum CompassHeading: LeakProgram {
  static func run() {
    let bridge = Bridge()
    pause(milliseconds: 40)
    var atOnce = 0
    for visit in 0..<5 {
      let screen = HeadingScreen(bridge.compasses.prefix(visit % 4 + 1))
      atOnce += screen.shown.value.count
      pause(milliseconds: 25)
      screen.leave()
      // Nobody looks for a while.
      pause(milliseconds: 45)
    }
    bridge.powerOff()
    pause(milliseconds: 40)
    print("at once", atOnce)
  }
}

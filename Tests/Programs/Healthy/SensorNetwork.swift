// healthy: a long run on four threads; sensors fail, are repaired and replaced; dropped values at the edges
// says: Readings come from threads of their own, sensors are replaced while they send, and the alarm listens to the end.
// allows: nothing

import Dispatch
import Signals
import Synchronization

private struct Broken: Error {}

private final class Sensor: Sendable {
  let number: Int
  let readings = PublishSubject<Int>()
  init(_ number: Int) { self.number = number }

  /// Fails now and then, and works again when it is asked anew.
  var checked: Signal<Int> { readings.map { if $0 % 97 == 13 { throw Broken() } else { $0 } } }
}

private final class Station: Sendable {
  let alarms = Atomic<Int>(0)
  let mean = Atomic<Int>(0)
  private let slots: [SerialDisposable]
  private let all = PublishSubject<Int>()
  private let clock = QueueScheduler("station")
  private let bag = DisposeBag()

  init(slots count: Int) { slots = (0..<count).map { _ in SerialDisposable() } }

  func start() {
    all
      .filter { $0 > 900 }
      .throttle(for: .milliseconds(20), on: clock)
      .subscribe(next: { _ in self.alarms.add(1, ordering: .relaxed) })
      .disposed(by: bag)
    all
      .collect(count: 64)
      .deliver(on: clock)
      .map { $0.reduce(0, +) / $0.count }
      .subscribe(next: { self.mean.store($0, ordering: .relaxed) })
      .disposed(by: bag)
  }

  func plug(_ sensor: Sensor, into slot: Int) {
    slots[slot].inner = sensor.checked
      .retry { [clock] errors in errors.delay(for: .milliseconds(6), on: clock) }
      .subscribe(next: { self.all.next($0) })
  }

  func stop() { for slot in slots { slot.dispose() } }
}

enum SensorNetwork: LeakProgram {
  static func run() {
    let station = Station(slots: 4)
    station.start()
    let isOver = Shared(false)
    let group = DispatchGroup()
    for slot in 0..<4 {
      DispatchQueue.global().async(group: group) {
        var sensor = Sensor(slot)
        station.plug(sensor, into: slot)
        var reading = slot * 31
        while !isOver.value {
          reading = (reading * 17 + 7) % 1009
          sensor.readings.next(reading)
          if reading % 40 == 3 {
            let old = sensor
            sensor = Sensor(slot + reading)
            station.plug(sensor, into: slot)
            old.readings.next(reading)
          }
          pause(milliseconds: 1)
        }
      }
    }
    pause(milliseconds: 700)
    isOver.update { $0 = true }
    group.wait()
    station.stop()
    print("mean", station.mean.load(ordering: .relaxed) > 0)
  }
}

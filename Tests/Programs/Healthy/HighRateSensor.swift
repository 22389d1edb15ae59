// healthy: many values dropped at disposed subscribers
// says: The sensor's thread hands out its list of listeners once for every 64 values, so who leaves is served to the end of a batch.
// allows: nothing

import Dispatch
import Signals
import Synchronization

private final class Sensor: Sendable {
  private let listeners = Shared<[Int: Subscriber<Int>]>([:])
  private let numbers = Atomic<Int>(0)

  var values: Signal<Int> {
    Signal<Int>.create { subscriber in
      let number = self.numbers.add(1, ordering: .relaxed).newValue
      self.listeners.update { $0[number] = subscriber }
      return Disposable { self.listeners.update { _ = $0.removeValue(forKey: number) } }
    }
  }

  func run(while isWanted: Shared<Bool>) {
    while isWanted.value {
      let batch = listeners.value.values
      for value in 0..<64 {
        for listener in batch { listener.next(value) }
        if value % 16 == 15 { pause(milliseconds: 1) }
      }
    }
  }
}

private final class Gauge: Sendable {
  let sum = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ sensor: Sensor) {
    sensor.values.subscribe(next: { [weak self] in self?.sum.add($0, ordering: .relaxed) }).disposed(by: bag)
  }
}

enum HighRateSensor: LeakProgram {
  static func run() {
    let sensor = Sensor()
    let isWanted = Shared(true)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) { sensor.run(while: isWanted) }
    var gauges: [Gauge] = []
    for _ in 0..<40 {
      gauges.append(Gauge(sensor))
      if gauges.count > 5 { gauges.removeFirst() }
      pause(milliseconds: 5)
    }
    isWanted.update { $0 = false }
    group.wait()
  }
}

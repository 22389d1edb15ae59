// healthy: flatMap to signals that never end, none of which ends, while its source has completed
// says: The partitions of a bus are twelve, found at the start; all are read for as long as the service runs.
// allows: nothing

import Signals

/// A bus with a fixed number of partitions.
private final class Bus: Sendable {
  private let partitions = (0..<12).map { _ in PublishSubject<Int>() }

  var numbers: Signal<Int> { .from(0..<12) }
  func messages(of partition: Int) -> Signal<Int> { partitions[partition] }
  func send(_ message: Int) { partitions[message % 12].next(message) }
}

/// Reads all of it, and counts.
private final class Service: Sendable {
  private let bag = DisposeBag()
  private let counts = Shared<[Int: Int]>([:])

  init(_ bus: Bus) {
    bus.numbers
      .flatMap { partition in bus.messages(of: partition).map { (partition, $0) } }
      .subscribe(next: { [counts] partition, _ in counts.update { $0[partition, default: 0] += 1 } })
      .disposed(by: bag)
  }

  var read: Int { counts.value.values.reduce(0, +) }
}

enum PartitionsOfTheBus: LeakProgram {
  static func run() {
    let bus = Bus()
    let service = Service(bus)
    for burst in 0..<25 {
      for message in 0..<24 { bus.send(burst * 24 + message) }
      pause(milliseconds: 4)
    }
    print("read", service.read)
    killed(holding: service)
  }
}

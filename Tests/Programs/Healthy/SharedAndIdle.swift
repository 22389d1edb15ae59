// healthy: shares of one line, some idle
// says: The line makes a share for each topic; topics without a reader are idle, those with one are in use.
// allows: nothing

import Signals
import Synchronization

private final class Topics: Sendable {
  private let bus: PublishSubject<(String, Int)>
  private let shares = Mutex<[String: Signal<Int>]>([:])

  init(_ bus: PublishSubject<(String, Int)>) { self.bus = bus }

  func topic(_ name: String) -> Signal<Int> {
    shares.withLock { shares in
      if let known = shares[name] { return known }
      let new = bus.filter { $0.0 == name }.map { $0.1 }.share(replay: 1)
      shares[name] = new
      return new
    }
  }
}

private final class Reader: Sendable {
  private let bag = DisposeBag()
  let sum = Atomic<Int>(0)

  init(_ values: Signal<Int>) {
    values.subscribe(next: { [weak self] in self?.sum.add($0, ordering: .relaxed) }).disposed(by: bag)
  }
}

enum SharedAndIdle: LeakProgram {
  static func run() {
    let bus = PublishSubject<(String, Int)>()
    let topics = Topics(bus)
    let names = ["cpu", "disk", "net", "heat"]
    let steady = Reader(topics.topic("cpu"))
    for round in 0..<60 {
      do {
        let visitor = Reader(topics.topic(names[round % names.count]))
        withExtendedLifetime(visitor) { for name in names { bus.next((name, round)) } }
      }
      pause(milliseconds: 2)
    }
    print("sum", steady.sum.load(ordering: .relaxed))
  }
}

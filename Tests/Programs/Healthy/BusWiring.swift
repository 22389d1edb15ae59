// healthy: the handle was let go, no owner holds it; many of one site
// says: The bus is wired at the start in one loop, for as long as the process lives; there is nobody who would unwire it.
// allows: nothing

import Glibc
import Signals
import Synchronization

private struct Message: Sendable {
  let topic: Int
  let text: String
}

private final class Request: Sendable {
  private let bag = DisposeBag()
  init(_ bus: PublishSubject<Message>, _ number: Int) {
    bus.filter { $0.topic == 100 + number }.subscribe(next: { _ in }).disposed(by: bag)
    bus.next(Message(topic: number % 12, text: "request \(number)"))
  }
}

enum BusWiring: LeakProgram {
  static func run() {
    let bus = PublishSubject<Message>()
    let counts = Shared([Int](repeating: 0, count: 12))
    for topic in 0..<12 {
      _ = bus.filter { $0.topic == topic }
        .subscribe(next: { _ in counts.update { $0[topic] += 1 } })
    }
    for number in 0..<100 {
      _ = Request(bus, number)
      pause(milliseconds: 2)
    }
    print("handled", counts.value)
    exit(0)
  }
}

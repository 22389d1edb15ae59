// healthy: one cold signal subscribed to many times at once
// says: Each consumer asks the service his own question: the answer is of the moment and of him, not to be shared.
// allows: nothing

import Signals
import Synchronization

private final class Service: Sendable {
  let asked = Atomic<Int>(0)
  private let lanes = [QueueScheduler("lane a"), QueueScheduler("lane b"), QueueScheduler("lane c")]

  var token: Signal<Int> {
    Signal<Int>.startLazily(on: lanes[asked.load(ordering: .relaxed) % 3]) { subscriber in
      subscriber.next(self.asked.add(1, ordering: .relaxed).newValue)
      pause(milliseconds: 2)
      subscriber.completed()
    }
  }
}

enum ConsumersOfQuestions: LeakProgram {
  static func run() {
    let service = Service()
    let token = service.token
    for round in 0..<5 {
      let done = Flag()
      for consumer in 0..<6 {
        _ = token.map { $0 * 10 + consumer }.delay(for: .milliseconds(1 + round), on: QueueScheduler("later"))
          .subscribe(next: { _ in }, completed: { done.raise() })
      }
      for _ in 0..<6 { done.wait() }
    }
    print("asked", service.asked.load(ordering: .relaxed))
  }
}

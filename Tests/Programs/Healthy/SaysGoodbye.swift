// healthy: values and ends dropped at disposed subscribers, one for each
// says: The channel says goodbye to whoever leaves, who no longer hears it; the next listener hears that one has left.
// allows: nothing

import Signals
import Synchronization

private final class Channel: Sendable {
  private let listeners = Shared<[Int: Subscriber<String>]>([:])
  private let numbers = Atomic<Int>(0)

  func listen() -> Signal<String> {
    Signal<String>.create { subscriber in
      let number = self.numbers.add(1, ordering: .relaxed).newValue
      self.listeners.update { $0[number] = subscriber }
      return Disposable {
        subscriber.next("goodbye \(number)")
        subscriber.completed()
        self.listeners.update { _ = $0.removeValue(forKey: number) }
      }
    }
  }

  func say(_ text: String) { for listener in listeners.value.values { listener.next(text) } }
}

enum SaysGoodbye: LeakProgram {
  static func run() {
    let channel = Channel()
    var listeners: [Subscription] = []
    for number in 0..<60 {
      listeners.append(channel.listen().subscribe(next: { _ in }))
      channel.say("hello \(number)")
      if listeners.count > 4 { listeners.removeFirst().dispose() }
      pause(milliseconds: 3)
    }
    for listener in listeners { listener.dispose() }
  }
}

// healthy: values dropped at a disposed subscriber
// says: The sensor is told to stop on its own queue, so one or two readings are under way when a client leaves.
// allows: nothing

import Dispatch
import Signals
import Synchronization

/// Calls its listeners every millisecond from a queue of its own.
private final class Sensor: Sendable {
  private let queue = DispatchQueue(label: "sensor")
  private let listeners = Mutex<[Int: @Sendable (Int) -> Void]>([:])
  private let isRunning = Atomic<Bool>(true)

  func listen(_ number: Int, _ body: @escaping @Sendable (Int) -> Void) {
    listeners.withLock { $0[number] = body }
  }

  func leave(_ number: Int) { queue.async { self.listeners.withLock { _ = $0.removeValue(forKey: number) } } }

  func tick(_ value: Int) {
    queue.async { for body in self.listeners.withLock({ Array($0.values) }) { body(value) } }
  }

  func readings(for number: Int) -> Signal<Int> {
    Signal<Int>.create { subscriber in
      self.listen(number) { subscriber.next($0) }
      return Disposable { self.leave(number) }
    }
  }
}

enum LateValues: LeakProgram {
  static func run() {
    let sensor = Sensor()
    let seen = Atomic<Int>(0)
    var clients: [Subscription] = []
    for number in 0..<60 {
      clients.append(sensor.readings(for: number).subscribe(next: { _ in seen.add(1, ordering: .relaxed) }))
      for value in 0..<5 { sensor.tick(value) }
      if clients.count > 4 { clients.removeFirst().dispose() }
      pause(milliseconds: 2)
    }
    for client in clients { client.dispose() }
    pause(milliseconds: 20)
    print("seen", seen.load(ordering: .relaxed))
  }
}

// healthy: objects go, and what was owned by them was disposed in time
// allows: nothing

import Signals

/// Orders that follow their courier until they are delivered.
enum ObjectsPassOn: LeakProgram {
  static func run() {
    let courier = PublishSubject<Int>()
    for number in 0..<12 {
      let order = Order(courier, number)
      courier.next(number)
      pause(milliseconds: 2)
      order.delivered()
    }
    for step in 0..<60 { courier.next(step) }
    pause(milliseconds: 20)
  }
}

private final class Order: Sendable {
  private let seen = Shared(0)
  private let following = Shared<Disposable?>(nil)

  init(_ courier: Signal<Int>, _ number: Int) {
    let handle = courier.filter { $0 == number }.subscribe(next: { [seen] _ in seen.update { $0 += 1 } })
      .owned(by: self)
    following.update { $0 = handle }
  }

  func delivered() { following.value?.dispose() }
}

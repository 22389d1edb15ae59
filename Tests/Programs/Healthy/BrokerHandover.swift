// healthy: subscriptions taken out of a composite without disposal
// says: A client that moves to another node takes its subscriptions along: out of one composite, into the other.
// allows: nothing

import Signals
import Synchronization

private final class Node: Sendable {
  let handled = Atomic<Int>(0)
  private let all = CompositeDisposable()
  private let queue: QueueScheduler

  init(_ name: StaticString) { queue = QueueScheduler(name) }

  func follow(_ topic: Int, _ messages: Signal<Int>) -> Disposable {
    let following = messages.filter { $0 % 5 == topic }.deliver(on: queue)
      .subscribe(next: { _ in self.handled.add(1, ordering: .relaxed) })
    all.add(following)
    return following
  }

  func release(_ following: Disposable) { all.remove(following) }
  func adopt(_ following: Disposable) { all.add(following) }
  func shutDown() { all.dispose() }
}

enum BrokerHandover: LeakProgram {
  static func run() {
    let messages = PublishSubject<Int>()
    let (old, new) = (Node("old"), Node("new"))
    for topic in 0..<5 {
      let following = old.follow(topic, messages)
      onAnotherThread { for message in 0..<10 { messages.next(message) } }
      if topic % 2 == 0 {
        old.release(following)
        new.adopt(following)
      }
      pause(milliseconds: 5)
    }
    old.shutDown()
    for message in 0..<20 {
      messages.next(message)
      pause(milliseconds: 3)
    }
    new.shutDown()
    pause(milliseconds: 15)
  }
}

// fault: removed-undisposed
// verdict: likely
// proof: run
// says: unsubscribing takes the subscription out of the client's composite and throws it away as it is

import Signals
import Synchronization

private struct Message: Sendable {
  let topic: String
  let body: Int
}

/// A broker of messages: clients follow topics, each on a queue of its own.
private final class Client: Sendable {
  let received = Atomic<Int>(0)
  private let all = CompositeDisposable()
  private let topics = Shared<[String: Disposable]>([:])
  private let queue: QueueScheduler

  init(_ name: StaticString) { queue = QueueScheduler(name) }

  func follow(_ topic: String, _ messages: Signal<Message>) {
    let following = messages.filter { $0.topic == topic }.map(\.body).deliver(on: queue)
      .subscribe(next: { _ in self.received.add(1, ordering: .relaxed) })
    all.add(following)
    topics.update { $0[topic] = following }
  }

  func unfollow(_ topic: String) {
    guard let following = topics.update({ $0.removeValue(forKey: topic) }) else { return }
    all.remove(following)  // LEAK
    if mended { following.dispose() }
  }

  func leave() { all.dispose() }
}

enum TopicBroker: LeakProgram {
  static func run() {
    let messages = PublishSubject<Message>()
    let dead = messages.filter { $0.topic == "dead" }.count().subscribe(next: { _ in })
    let clients = [Client("one"), Client("two"), Client("three")]
    for (number, client) in clients.enumerated() {
      for topic in ["news", "sport", "rain"] { client.follow(topic, messages) }
      onAnotherThread {
        for body in 0..<6 { messages.next(Message(topic: ["news", "sport", "rain"][body % 3], body: body)) }
      }
      client.unfollow(["news", "sport", "rain"][number])
      pause(milliseconds: 10)
    }
    for client in clients {
      client.leave()
      pause(milliseconds: 4)
    }
    for body in 0..<24 {
      messages.next(Message(topic: ["news", "sport", "rain"][body % 3], body: body))
      pause(milliseconds: 3)
    }
    dead.dispose()
  }
}

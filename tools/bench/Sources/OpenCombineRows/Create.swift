import OpenCombine

/// The least publisher that a program would write: OpenCombine has no `create`.
///
/// Runs `start` for every subscriber, with what sends to it.
struct Create: Publisher {
  typealias Output = Int
  typealias Failure = Never

  let start: (AnySubscriber<Int, Never>) -> Void

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == Never {
    let subscriber = AnySubscriber(subscriber)
    subscriber.receive(subscription: Inner())
    start(subscriber)
  }

  private final class Inner: Subscription {
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
  }
}

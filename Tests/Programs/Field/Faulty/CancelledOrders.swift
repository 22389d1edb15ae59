// fault: never-subscribed
// verdict: finding
// proof: nothing-recorded
// says: a message goes out when its answer is subscribed to; the answer to a cancellation is dropped, and nothing is sent
// source: nestjs/nest #3527
// fix: the answer is subscribed to, although nobody needs it

import Signals

/// Sends messages to other services, each when its answer is subscribed to.
private final class ServiceClient: Sendable {
  let sent = Shared<[String]>([])
  private let broker = QueueScheduler("broker")

  func send(_ pattern: String, _ order: Int) -> Signal<Bool> {
    Signal<Bool>.deferred { [sent, broker] in
      sent.update { $0.append("\(pattern) \(order)") }
      return Signal<Int>.timer(after: .milliseconds(4), on: broker).map { _ in true }
    }
  }
}

private final class OrdersController: Sendable {
  private let client: ServiceClient
  private let bag = DisposeBag()

  init(_ client: ServiceClient) { self.client = client }

  /// The framework subscribes to what a route returns.
  func confirm(_ order: Int) -> Signal<Bool> { client.send("confirm", order) }

  func cancel(_ order: Int) -> Signal<String> {
    let answer = client.send("cancel", order)  // LEAK
    if mended { answer.subscribe().disposed(by: bag) }
    return .just("order \(order) is cancelled")
  }

  func close() { bag.dispose() }
}

/// Serves requests: subscribes to each answer, and writes it.
private final class WebServer: Sendable {
  let written = Shared(0)
  private let bag = DisposeBag()

  func serve<Answer: Sendable>(_ answer: Signal<Answer>) {
    answer
      .subscribe(next: { [written] _ in written.update { $0 += 1 } })
      .disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum CancelledOrders: LeakProgram {
  static func run() {
    let client = ServiceClient()
    let orders = OrdersController(client)
    let server = WebServer()
    for order in 0..<6 {
      server.serve(orders.confirm(order))
      pause(milliseconds: 12)
      if order % 2 == 1 { server.serve(orders.cancel(order)) }
      pause(milliseconds: 12)
    }
    print("written", server.written.value, "sent", client.sent.value)
    server.close()
    orders.close()
  }
}

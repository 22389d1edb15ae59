// fault: subscriptions-of-a-lost-connection
// verdict: suspect
// proof: run
// says: a browser that is gone without a word leaves its subscriptions with the handler; they push to nobody from then on
// source: vaadin/flow #13729
// fix: all subscriptions of a connection are disposed as it disconnects

import Signals

/// Subscribes to the endpoints on behalf of browsers.
private final class PushHandler: Sendable {
  private let open = Shared<[String: [String: Disposable]]>([:])

  func subscribe(
    _ connection: String, to endpoint: String, _ values: Signal<Int>,
    push: @escaping @Sendable (Int) -> Void
  ) {
    let subscription = values.subscribe(next: push)  // LEAK
    open.update { $0[connection, default: [:]][endpoint] = subscription }
  }

  func unsubscribe(_ connection: String, from endpoint: String) {
    let subscription = open.update { $0[connection]?.removeValue(forKey: endpoint) }
    subscription?.dispose()
  }

  func disconnected(_ connection: String) {
    guard mended else { return }
    let gone = open.update { $0.removeValue(forKey: connection) } ?? [:]
    for subscription in gone.values { subscription.dispose() }
  }

  var count: Int { open.value.values.reduce(0) { $0 + $1.count } }
}

/// A tab of a browser.
private final class BrowserTab: Sendable {
  let connection: String
  let shown = Shared(0)
  private let isOpen = Shared(true)

  init(_ connection: String) { self.connection = connection }

  func receive(_ value: Int) { if isOpen.value { shown.update { $0 += value % 2 } } }

  func close() { isOpen.update { $0 = false } }
}

enum PushConnections: LeakProgram {
  static func run() {
    let sensors = QueueScheduler("sensors")
    let handler = PushHandler()
    let temperature = Signal<Int>.interval(.milliseconds(8), on: sensors).map { 18 + $0 % 5 }
    let orders = PublishSubject<Int>()
    let archive = orders.subscribe(next: { _ in })
    for number in 0..<8 {
      let tab = BrowserTab("socket \(number)")
      handler.subscribe(tab.connection, to: "temperature", temperature, push: { tab.receive($0) })
      handler.subscribe(tab.connection, to: "orders", orders, push: { tab.receive($0) })
      for order in 0..<3 {
        orders.next(number * 10 + order)
        pause(milliseconds: 8)
      }
      if number % 2 == 0 {
        handler.unsubscribe(tab.connection, from: "temperature")
        handler.unsubscribe(tab.connection, from: "orders")
      }
      tab.close()
      handler.disconnected(tab.connection)
    }
    orders.next(99)
    print("open subscriptions", handler.count)
    archive.dispose()
    killed(holding: handler)
  }
}

import Dispatch
import Feed
import Logging
import ServiceLifecycle

let arguments = Arguments()

/// Works off 200 orders, once a line has come from the standard input.
struct Orders: Service {
  let feed: Feed

  func run() async throws {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        _ = readLine()
        continuation.resume()
      }
    }
    let sum = Sum()
    for order in 1...200 {
      let prices = feed.prices(of: order)
      let reader = Task {  // LEAK
        for await price in prices { sum.add(price) }
      }
      feed.send(order, to: order)
      if order.isMultiple(of: 10), !arguments.isMended {
        feed.forget(order)
      } else {
        feed.finish(order)
        await reader.value
      }
    }
    print(sum.value)
    try await gracefulShutdown()
  }
}

let group = ServiceGroup(
  services: [Orders(feed: Feed())], gracefulShutdownSignals: [.sigterm], logger: Logger(label: "orders"))
try await group.run()

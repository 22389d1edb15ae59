// fault: end-not-passed-on
// verdict: suspect
// proof: run
// says: the wrapper of the old request passes on its values but not its completion, so the action executes for ever

import Signals

/// The client of the shop from before the view models.
private struct ShopClient: Sendable {
  let clock = VirtualTimeScheduler()

  func post(_ item: String) -> Signal<Int> {
    Signal.timer(after: .milliseconds(80), on: clock).map { _ in item.count }
  }
}

private struct BasketViewModel {
  let add: Action<String, Int>

  init(_ client: ShopClient) {
    add = Action { item in
      if mended { return client.post(item) }
      return .create { subscriber in  // LEAK
        client.post(item).subscribe(  // LEAK
          next: { subscriber.next($0) },
          error: { subscriber.error($0) })
      }
    }
  }
}

enum BasketAction: LeakProgram {
  static func run() {
    let client = ShopClient()
    let basket = BasketViewModel(client)
    let added = Shared(0)
    let refused = Shared(0)
    for item in ["tea", "honey", "lemon", "sugar", "biscuits", "milk"] {
      _ = basket.add.execute(item).subscribe(
        next: { _ in added.update { $0 += 1 } },
        error: { _ in refused.update { $0 += 1 } })
      client.clock.advance(by: .seconds(1))
      pause(milliseconds: 10)
    }
    print("added", added.value, "refused", refused.value)
  }
}

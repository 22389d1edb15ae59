// healthy: one subscription more with every tenant, none of which ends but the one that leaves
// says: Eight tenants sign up one after the other, one cancels; the seven that pay are served to the end.
// allows: nothing

import Signals

private struct Order: Sendable {
  let tenant: String
  let amount: Int
}

/// Books the orders of each tenant under its own account.
private final class Billing: Sendable {
  private let accounts = Shared<[String: Subscription]>([:])
  private let booked = Shared<[String: Int]>([:])

  func onboard(_ tenant: String, _ orders: Signal<Order>) {
    let booked = booked
    let account = orders.filter { $0.tenant == tenant }
      .subscribe(next: { order in booked.update { $0[tenant, default: 0] += order.amount } })
    accounts.update { $0[tenant] = account }
  }

  func offboard(_ tenant: String) { accounts.update { $0.removeValue(forKey: tenant) }?.dispose() }

  var tenants: Int { accounts.value.count }
  var turnover: Int { booked.value.values.reduce(0, +) }
}

enum TenantsOnboarded: LeakProgram {
  static func run() {
    let orders = PublishSubject<Order>()
    let billing = Billing()
    let names = ["acme", "bolt", "cargo", "delta", "echo", "fox", "gusto", "hill"]
    for (index, name) in names.enumerated() {
      billing.onboard(name, orders)
      for known in names.prefix(index + 1) {
        orders.next(Order(tenant: known, amount: 10))
        pause(milliseconds: 2)
      }
      pause(milliseconds: 12)
    }
    billing.offboard("delta")
    for round in 0..<40 {
      for name in names { orders.next(Order(tenant: name, amount: round)) }
      pause(milliseconds: 8)
    }
    print("tenants", billing.tenants, "turnover", billing.turnover)
    withExtendedLifetime(billing) {}
  }
}

// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: a request without a token waits for the next refill in a subscription of its own, which hears all refills after it as well

import Signals

private struct Request: Sendable {
  let tenant: Int
  let path: String
}

/// A limiter with a bucket for each tenant.
private final class Limiter: Sendable {
  let refills = PublishSubject<Int>()
  private let tokens = Shared([Int: Int]())

  func takes(_ tenant: Int) -> Bool {
    tokens.update { tokens in
      guard tokens[tenant, default: 1] > 0 else { return false }
      tokens[tenant, default: 1] -= 1
      return true
    }
  }

  func refill(_ tenant: Int) {
    tokens.update { $0[tenant] = 1 }
    refills.next(tenant)
  }
}

enum ThrottledTenants: LeakProgram {
  static func run() {
    let limiter = Limiter()
    let requests = PublishSubject<Request>()
    let (served, late) = (Shared(0), Shared(Set<String>()))
    let gateway = requests.filter { !$0.path.isEmpty }.subscribe(next: { request in
      guard !limiter.takes(request.tenant) else { return served.update { $0 += 1 } }
      let refilled = limiter.refills.filter { $0 == request.tenant }
      let turn = mended ? refilled.take(1) : refilled
      _ = turn.subscribe(next: { _ in late.update { _ = $0.insert(request.path) } })  // LEAK
    })
    let hits = requests.map { $0.tenant }.unique().subscribe(next: { _ in })
    for number in 0..<75 {
      requests.next(Request(tenant: number % 5, path: "/v1/items/\(number)"))
      if number % 3 == 2 { limiter.refill(number / 3 % 5) }
      pause(milliseconds: 3)
    }
    for tenant in 0..<5 { limiter.refill(tenant) }
    hits.dispose()
    gateway.dispose()
    print("served", served.value, "late", late.value.count)
  }
}

// fault: timer-left
// verdict: finding
// proof: run
// says: the timer that sweeps a tenant's cache is scheduled as the tenant comes, and its disposable is thrown away

import Signals

private final class Tenant: Sendable {
  private let sweeping = SerialDisposable()
  private let swept = Shared(0)

  init(_ scheduler: QueueScheduler) {
    let swept = swept
    let timer = scheduler.schedule(after: .milliseconds(2), every: .milliseconds(3)) {  // LEAK
      swept.update { $0 += 1 }
    }
    if mended { sweeping.inner = timer }
  }

  func close() { sweeping.dispose() }
}

/// Tenants of a service, each with a timer that sweeps its cache.
enum HousekeepingPerTenant: LeakProgram {
  static func run() {
    let scheduler = QueueScheduler("sweeper")
    let requests = PublishSubject<Int>()
    let served = Shared(0)
    let server = requests.subscribe(next: { _ in served.update { $0 += 1 } })
    for number in 0..<12 {
      let tenant = Tenant(scheduler)
      for request in 0..<4 { requests.next(number * 10 + request) }
      pause(milliseconds: 6)
      tenant.close()
    }
    pause(milliseconds: 40)
    server.dispose()
  }
}

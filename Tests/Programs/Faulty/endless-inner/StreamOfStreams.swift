// fault: endless-inner
// verdict: finding
// proof: run
// says: concatMap begins the first tenant's updates, which never end: those of the others wait for ever

import Signals

/// Follows the updates of each tenant.
enum StreamOfStreams: LeakProgram {
  static func run() {
    let tenants = PublishSubject<Int>()
    let updates = PublishSubject<Int>()
    let following: Signal<Int>
    if mended {
      following = tenants.flatMap { tenant in updates.filter { $0 % 1500 == tenant }.take(1) }
    } else {
      following = tenants.concatMap { tenant in updates.filter { $0 % 1500 == tenant } }  // LEAK
    }
    let service = following.subscribe(next: { _ in })
    for tenant in 0..<1500 { tenants.next(tenant) }
    for update in 0..<3000 { updates.next(update) }
    tenants.completed()
    killed(holding: service)
  }
}

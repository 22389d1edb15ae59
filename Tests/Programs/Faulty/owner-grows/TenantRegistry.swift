// fault: owner-grows
// verdict: suspect
// proof: run
// says: the composite of the service takes a new subscription for every visit, and gives none back before the end

import Signals

/// A service that looks up tenants, and watches the quota of each while it is visited.
enum TenantRegistry: LeakProgram {
  static func run() {
    let quota = BehaviorSubject(1000)
    let clock = QueueScheduler("service")
    let service = CompositeDisposable()  // LEAK
    service.add(Signal<Int>.interval(.milliseconds(5), on: clock).subscribe(next: { quota.next(1000 - $0) }))
    for tenant in 0..<50 {
      let visit = quota.map { $0 - tenant }.subscribe(next: { _ in })  // LEAK
      service.add(visit)
      pause(milliseconds: 3)
      if mended {
        visit.dispose()
        service.remove(visit)
      }
    }
    print("held \(service.count)")
    pause(milliseconds: 30)
    killed()
  }
}

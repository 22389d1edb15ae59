// fault: groups-and-windows
// verdict: suspect
// proof: run
// says: an alarm for each tenant is begun with its group and never ends

import Signals

/// Events of tenants, grouped; each group has an alarm for silence.
enum TenantGroups: LeakProgram {
  static func run() {
    let clock = QueueScheduler("alarms")
    let events = PublishSubject<Int>()
    let leaving = PublishSubject<Int>()
    let work = events.groupBy { $0 % 100 }
      .flatMap { group in  // LEAK
        mended
          ? group.merge(Signal<Int>.interval(.milliseconds(9), on: clock)).take(
            until: leaving.filter { $0 == group.key })
          : group.merge(Signal<Int>.interval(.milliseconds(9), on: clock))  // LEAK
      }
      .subscribe(next: { _ in })
    for tenant in 0..<25 {
      events.next(tenant)
      pause(milliseconds: 3)
      if tenant > 2 { leaving.next(tenant - 3) }
    }
    pause(milliseconds: 30)
    withExtendedLifetime(work) {}
  }
}

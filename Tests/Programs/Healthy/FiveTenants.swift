// healthy: groups
// says: There are five tenants, each has its group, and all of them are in use to the end.
// allows: nothing

import Signals

enum FiveTenants: LeakProgram {
  static func run() {
    let requests = PublishSubject<Int>()
    let totals = requests.groupBy { $0 % 5 }
      .flatMap { tenant in tenant.scan(0) { sum, _ in sum + 1 } }
      .subscribe(next: { _ in })
    for request in 0..<200 {
      requests.next(request)
      if request % 10 == 0 { pause(milliseconds: 3) }
    }
    killed(holding: totals)
  }
}

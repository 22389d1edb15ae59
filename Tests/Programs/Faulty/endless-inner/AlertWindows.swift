// fault: endless-inner
// verdict: suspect
// proof: run
// says: every shift's window of alerts brings reminders along, which do not end as the window does

import Signals

private struct Alert: Sendable {
  let host: Int
}

/// Tells those on duty of alerts, and reminds them until their shift is over.
private final class Pager: Sendable {
  private let clock: VirtualTimeScheduler

  init(_ clock: VirtualTimeScheduler) { self.clock = clock }

  func notices(of alerts: Signal<Alert>, shifts: Signal<Int>) -> Signal<String> {
    alerts.window(on: shifts).flatMap { [clock] (shift: Signal<Alert>) -> Signal<String> in
      let over: Signal<Alert> = shift.ignoreElements()
      let endless = Signal<Int>.interval(.seconds(600), on: clock).map { "reminder \($0)" }  // LEAK
      let reminders = mended ? endless.take(until: over) : endless
      return shift.map { "alert of \($0.host)" }.merge(reminders)  // LEAK
    }
  }
}

enum AlertWindows: LeakProgram {
  static func run() {
    let clock = VirtualTimeScheduler()
    let alerts = PublishSubject<Alert>()
    let shifts = PublishSubject<Int>()
    let reminded = Shared(0)
    let paging = Pager(clock).notices(of: alerts, shifts: shifts)
      .subscribe(next: { notice in
        if notice.hasPrefix("reminder") { reminded.update { $0 += 1 } }
      })
    for shift in 0..<18 {
      shifts.next(shift)
      alerts.next(Alert(host: shift % 5))
      for _ in 0..<4 {
        clock.advance(by: .seconds(400))
        pause(milliseconds: 2)
      }
    }
    reminded.update { $0 = 0 }
    clock.advance(by: .seconds(1200))
    withExtendedLifetime(paging) { print("reminders in 20 minutes", reminded.value) }
  }
}

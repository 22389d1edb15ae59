// healthy: begun with the recording and alive at its end, handle let go
// says: The audit trail is written for as long as the process lives; nothing should ever end it.
// allows: nothing

import Signals
import Synchronization

private final class Audit: Sendable {
  let entries = PublishSubject<String>()
  let lines = Atomic<Int>(0)

  func start() {
    _ = entries.filter { !$0.isEmpty }
      .map { "audit: \($0)" }
      .subscribe(next: { _ in self.lines.add(1, ordering: .relaxed) })
  }
}

private final class Account: Sendable {
  private let bag = DisposeBag()
  let changes = PublishSubject<Int>()

  init(_ name: String, audit: Audit) {
    changes.scan(0, +).subscribe(next: { audit.entries.next("\(name) has \($0)") }).disposed(by: bag)
  }
}

enum AuditTrail: LeakProgram {
  static func run() {
    let audit = Audit()
    audit.start()
    for customer in 0..<60 {
      let account = Account("customer \(customer)", audit: audit)
      for change in [100, -20, -30] { account.changes.next(change) }
      pause(milliseconds: 1)
    }
    print("lines", audit.lines.load(ordering: .relaxed))
  }
}

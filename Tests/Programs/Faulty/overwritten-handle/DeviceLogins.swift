// fault: overwritten-handle
// verdict: likely
// proof: run
// says: who logs in on a second device takes the place of the first in the table, and the lease of the first goes on

import Signals
import Synchronization

/// Renews the lease of who is online, in a store that forgets them otherwise.
private final class LeaseStore: Sendable {
  let renewals = Atomic<Int>(0)
  private let clock = QueueScheduler("leases")

  func keep(_ user: String) -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(3), every: .milliseconds(11), on: clock)
      .do(onNext: { [weak self] _ in self?.renewals.add(1, ordering: .relaxed) })
  }
}

private final class OnlineTable: Sendable {
  private let store: LeaseStore
  private let leases = Shared<[String: Disposable]>([:])
  private let logs: PublishSubject<String>
  private let bag = DisposeBag()

  init(_ store: LeaseStore, logs: PublishSubject<String>) {
    self.store = store
    self.logs = logs
    logs.debounce(for: .milliseconds(20), on: QueueScheduler("logs")).subscribe(next: { _ in })
      .disposed(by: bag)
  }

  var count: Int { leases.value.count }

  func login(_ user: String, device: String) {
    let lease = store.keep(user)
      .subscribe(  // LEAK
        next: { [logs] beat in if beat == 0 { logs.next("\(user) is online on \(device)") } },
        error: { [weak self] _ in self?.logout(user) })
    if mended {
      let before = leases.update { $0.updateValue(lease, forKey: user) }
      before?.dispose()
    } else {
      leases.update { $0[user] = lease }  // LEAK
    }
  }

  func logout(_ user: String) {
    leases.update { $0.removeValue(forKey: user) }?.dispose()
    logs.next("\(user) is gone")
  }

  func close() { bag.dispose() }
}

enum DeviceLogins: LeakProgram {
  static func run() {
    let store = LeaseStore()
    let table = OnlineTable(store, logs: PublishSubject<String>())
    let users = (0..<14).map { "user\($0)" }
    for (number, user) in users.enumerated() {
      table.login(user, device: "laptop")
      pause(milliseconds: 8)
      if number % 3 == 1 { onAnotherThread { table.login(user, device: "phone") } }
      pause(milliseconds: 8)
      if number >= 3 { table.logout(users[number - 3]) }
    }
    for user in users.suffix(3) { table.logout(user) }
    pause(milliseconds: 120)
    table.close()
    print("online", table.count, "renewed", store.renewals.load(ordering: .relaxed) > 0)
  }
}

// healthy: the same cold line subscribed to by eight at the same time
// says: Each tenant has a database of its own, so each of the eight snapshots is another one.
// allows: nothing

@preconcurrency import Dispatch
import Signals

/// Takes a snapshot, in as many steps as the database is large.
private func snapshot(of tenant: Int, _ disk: QueueScheduler) -> Signal<Int> {
  .deferred {
    Signal<Int>.interval(.milliseconds(2), on: disk).take(tenant + 3).map { tenant * 100 + $0 }
  }
}

/// Backs up all tenants each night.
private final class Backup: Sendable {
  private let disks = [QueueScheduler("disk 1"), QueueScheduler("disk 2")]
  private let written = Shared(0)

  func night() {
    let group = DispatchGroup()
    for tenant in 0..<8 {
      group.enter()
      _ = snapshot(of: tenant, disks[tenant % 2])
        .subscribe(
          next: { [written] _ in written.update { $0 += 1 } },
          completed: { group.leave() })
    }
    group.wait()
  }

  var count: Int { written.value }
}

enum SnapshotPerTenant: LeakProgram {
  static func run() {
    let backup = Backup()
    for _ in 0..<4 {
      backup.night()
      pause(milliseconds: 20)
    }
    print("written", backup.count)
  }
}

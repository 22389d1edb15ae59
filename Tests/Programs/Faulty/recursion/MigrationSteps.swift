// fault: recursion
// verdict: finding
// proof: run
// says: each migration starts the next within its own completion, so the last one runs inside all the others

import Signals

private struct Migration: Sendable {
  let version: Int
  let statements: [String]
}

private final class Migrator: Sendable {
  private let pending: Shared<[Migration]>
  private let applied = Shared(0)
  let progress = BehaviorSubject(0)

  init(_ migrations: [Migration]) { pending = Shared(migrations.reversed()) }

  private func apply(_ migration: Migration) -> Signal<Int> {
    Signal.from(migration.statements).map { $0.count }.reduce(0, +)
  }

  /// Applies one after the other, each when the one before is done.
  func migrate(_ done: @escaping @Sendable () -> Void) {
    if mended {
      let all = pending.update { pending -> [Migration] in
        defer { pending = [] }
        return pending.reversed()
      }
      _ = Signal<Int>.concat(all.map(apply)).subscribe(next: { [self] _ in count() }, completed: done)
      return
    }
    guard let migration = pending.update({ $0.popLast() }) else { return done() }
    let step = apply(migration)
    _ = step.subscribe(next: { [self] _ in count() }, completed: { [self] in migrate(done) })  // LEAK
  }

  private func count() {
    progress.next(
      applied.update { applied -> Int in
        applied += 1
        return applied
      })
  }
}

/// A command that brings a database up to date.
enum MigrationSteps: LeakProgram {
  static func run() {
    let migrations = (1...120).map { version in
      Migration(version: version, statements: ["ALTER TABLE t\(version)", "CREATE INDEX i\(version)"])
    }
    let migrator = Migrator(migrations)
    let isDone = Shared(false)
    let bar = migrator.progress.map { $0 * 100 / 120 }.distinctUntilChanged().subscribe(next: { _ in })
    migrator.migrate { isDone.update { $0 = true } }
    bar.dispose()
    print("done", isDone.value, migrator.progress.value)
  }
}

// healthy: handles are let go of beside others that are kept in a bag
// says: A cursor ends when its last batch was read, or its reader has enough; nobody has to end it from outside.
// allows: nothing

import Signals
import Synchronization

private struct Row: Sendable {
  let table: String
  let key: Int
}

private final class Database: Sendable {
  let openCursors = Atomic<Int>(0)
  private let disk = QueueScheduler("database")

  func cursor(over table: String, rows: Int) -> Signal<[Row]> {
    Signal<[Row]>.create { [self] subscriber in
      openCursors.add(1, ordering: .relaxed)
      let position = Shared(0)
      let reading = disk.schedule(after: .milliseconds(2), every: .milliseconds(5)) {
        let start = position.update { position in
          defer { position += 10 }
          return position
        }
        guard start < rows else { return subscriber.completed() }
        subscriber.next((start..<min(start + 10, rows)).map { Row(table: table, key: $0) })
      }
      return Disposable { [self] in
        reading.dispose()
        openCursors.subtract(1, ordering: .relaxed)
      }
    }
  }
}

/// Copies tables into another store, and counts what it has copied.
private final class Migration: Sendable {
  let database = Database()
  private let progress = BehaviorRelay(0)
  private let finished = PublishRelay<String>()
  private let bag = DisposeBag()

  init() {
    progress.throttle(for: .milliseconds(12), on: QueueScheduler("progress"))
      .subscribe(next: { _ in })
      .disposed(by: bag)
    finished.scan(0) { count, _ in count + 1 }.subscribe(next: { _ in }).disposed(by: bag)
  }

  var rows: Int { progress.value }

  func copy(_ table: String, rows: Int) {
    _ = database.cursor(over: table, rows: rows)
      .subscribe(
        next: { [progress] batch in progress.accept(progress.value + batch.count) },
        completed: { [finished] in finished.accept(table) })
  }

  /// The first rows of a table, for a look at them.
  func peek(_ table: String, count: Int) async throws -> [Row] {
    var rows: [Row] = []
    for try await batch in database.cursor(over: table, rows: 1000).values(buffering: .newest(4)) {
      rows += batch
      if rows.count >= count { break }
    }
    return Array(rows.prefix(count))
  }

  func close() { bag.dispose() }
}

enum CursorBatches: LeakProgram {
  static func run() {
    let migration = Migration()
    let isSeen = Flag()
    for (number, table) in ["users", "orders", "items", "logs", "keys", "notes", "tags"].enumerated() {
      migration.copy(table, rows: 20 + 15 * number)
      pause(milliseconds: 18)
    }
    Task {
      for table in ["users", "orders"] { _ = try? await migration.peek(table, count: 25) }
      isSeen.raise()
    }
    isSeen.wait()
    pause(milliseconds: 70)
    migration.close()
    print("rows", migration.rows, "cursors", migration.database.openCursors.load(ordering: .relaxed))
  }
}

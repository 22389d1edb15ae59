// fault: removed-undisposed
// verdict: likely
// proof: run
// says: a step that fails is taken out of the transaction, "so that it is not undone twice", and never disposed

import Signals

private struct Conflict: Error {}

/// Transactions of several steps; each step watches the rows that it has changed until the transaction ends.
enum UndoStack: LeakProgram {
  static func run() {
    let rows = PublishSubject<Int>()
    for number in 0..<8 {
      let transaction = CompositeDisposable()
      for step in 0..<3 {
        let watch = rows.filter { $0 == number * 3 + step }.subscribe(next: { _ in })
        transaction.add(watch)
        do {
          try change(row: number * 3 + step, rows)
        } catch {
          transaction.remove(watch)  // LEAK
          if mended { watch.dispose() }
        }
      }
      transaction.dispose()
    }
    for row in 0..<24 { rows.next(row) }
    pause(milliseconds: 25)
  }

  private static func change(row: Int, _ rows: PublishSubject<Int>) throws {
    if row % 7 == 3 { throw Conflict() }
    rows.next(row)
  }
}

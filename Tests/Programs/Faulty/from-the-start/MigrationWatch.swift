// fault: from-the-start
// verdict: suspect
// proof: run
// says: the guard of the migration hears every change for the rest of the program, which migrates once, at the start

import Signals

/// A store that is migrated once, with a guard against changes meanwhile.
enum MigrationWatch: LeakProgram {
  static func run() {
    let changes = PublishSubject<Int>()
    let refused = Shared(0)
    migrate(while: changes, refused)
    let store = DisposeBag()
    changes.subscribe(next: { _ in }).disposed(by: store)
    for change in 0..<60 {
      changes.next(change)
      pause(milliseconds: 2)
    }
    withExtendedLifetime(store) {}
  }

  private static func migrate(while changes: PublishSubject<Int>, _ refused: Shared<Int>) {
    let protection = changes.subscribe(next: { _ in refused.update { $0 += 1 } })  // LEAK
    for table in 0..<3 { changes.next(-table) }
    if mended { protection.dispose() }
  }
}

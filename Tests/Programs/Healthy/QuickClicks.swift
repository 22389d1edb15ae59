// healthy: the process ends while disposal is on its way
// says: Screens are opened and closed as fast as somebody can click; what is closed is taken apart on the queue of the database.
// allows: nothing

import Dispatch
import Glibc
import Signals
import Synchronization

private final class Database: Sendable {
  private let queue = DispatchQueue(label: "database")
  private let changes = PublishSubject<Int>()

  func commit(_ row: Int) { queue.sync { changes.next(row) } }

  func rows(_ table: Int) -> Signal<Int> {
    Signal<Int>.create { subscriber in
      let watching = SerialDisposable()
      self.queue.async {
        watching.inner = self.changes.filter { $0 % 5 == table % 5 }.subscribe(next: { subscriber.next($0) })
      }
      return Disposable { self.queue.async { watching.dispose() } }
    }
  }
}

private final class Screen: Sendable {
  let rows = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ database: Database, _ table: Int) {
    database.rows(table)
      .subscribe(next: { [weak self] _ in self?.rows.add(1, ordering: .relaxed) }).disposed(by: bag)
  }
}

enum QuickClicks: LeakProgram {
  static func run() {
    let database = Database()
    for click in 0..<150 {
      let screen = Screen(database, click)
      if click % 10 == 0 {
        for row in 0..<10 { database.commit(row) }
        pause(milliseconds: 2)
      }
      withExtendedLifetime(screen) {}
    }
    exit(0)
  }
}

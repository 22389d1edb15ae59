// healthy: values dropped at a disposed subscriber, hundreds in all
// says: The cursor looks up every ten rows whether it was cancelled; a few rows too many each time cost nothing.
// allows: nothing

import Dispatch
import Signals
import Synchronization

private final class Database: Sendable {
  private let queue = DispatchQueue(label: "cursor")

  func rows(of table: Int) -> Signal<Int> {
    Signal<Int>.create { subscriber in
      let isCancelled = Shared(false)
      self.queue.async {
        for batch in 0..<30 {
          if isCancelled.value { return }
          for row in 0..<10 { subscriber.next(table * 1000 + batch * 10 + row) }
          pause(milliseconds: 1)
        }
        subscriber.completed()
      }
      return Disposable { isCancelled.update { $0 = true } }
    }
  }
}

private final class Preview: Sendable {
  let rows = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ database: Database, _ table: Int) {
    database.rows(of: table)
      .take(3 + table % 25)
      .subscribe(next: { [weak self] _ in self?.rows.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum CursorRows: LeakProgram {
  static func run() {
    let database = Database()
    var rows = 0
    for table in 0..<60 {
      let preview = Preview(database, table)
      pause(milliseconds: 5)
      rows += preview.rows.load(ordering: .relaxed)
    }
    print("rows", rows > 200)
  }
}

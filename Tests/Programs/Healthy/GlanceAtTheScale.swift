// healthy: bags go out of memory as soon as they hold something, and what they hold hears no more
// says: A function looks at the current weight with a bag of its own. Rows that are made and thrown away took nothing along.
// allows: nothing

import Signals

private func weight(on scale: BehaviorRelay<Int>) -> Int {
  let bag = DisposeBag()
  let seen = Shared(0)
  scale.map { $0 * 10 }.subscribe(next: { value in seen.update { $0 = value } }).disposed(by: bag)
  return seen.value
}

/// A row of a list, which follows the scale while it is shown.
private final class Row: Sendable {
  let text = Shared("")
  private let bag = DisposeBag()

  init(_ changes: Signal<Int>) {
    changes.map { "\($0) g" }.subscribe(next: { [text] new in text.update { $0 = new } }).disposed(by: bag)
  }
}

enum GlanceAtTheScale: LeakProgram {
  static func run() {
    let scale = BehaviorRelay(0)
    let changes = PublishRelay<Int>()
    var rows: [Row] = []
    var total = 0
    for step in 0..<12 {
      // The list makes a row to measure it, and another one to show it.
      _ = Row(changes)
      if step % 4 == 0 { rows.append(Row(changes)) }
      scale.accept(step)
      changes.accept(step)
      total += weight(on: scale)
      pause(milliseconds: 4)
    }
    print("total", total, "rows", rows.map(\.text.value))
    withExtendedLifetime(rows) {}
  }
}

// fault: timer-left
// verdict: likely
// proof: run
// says: a field that loses the focus stops its text, but not the cursor's timer

import Signals

/// Fields that are edited in turn: the one with the focus has a cursor that blinks.
enum BlinkingCursor: LeakProgram {
  static func run() {
    let clock = QueueScheduler("cursor")
    let keys = PublishSubject<String>()
    for number in 0..<6 {
      let field = Field(number, keys, clock)
      keys.next("a")
      pause(milliseconds: 8)
      field.losesFocus()
    }
    pause(milliseconds: 50)
  }
}

private final class Field {
  private let text: Subscription
  private let cursor: Subscription

  init(_ number: Int, _ keys: Signal<String>, _ clock: QueueScheduler) {
    text = keys.map { "\(number): \($0)" }.subscribe(next: { _ in })
    cursor = Signal<Int>.interval(.milliseconds(5), on: clock).subscribe(next: { _ in })  // LEAK
  }

  func losesFocus() {
    text.dispose()
    if mended { cursor.dispose() }
  }
}

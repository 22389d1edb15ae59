// healthy: re-entrant sends; two models that send to each other
// says: Each change goes to the other side and stops there, as nothing has changed any more when it comes back.
// allows: nothing

import Signals
import Synchronization

private final class Field: Sendable {
  let text: BehaviorSubject<String>
  init(_ text: String) { self.text = BehaviorSubject(text) }
}

private final class Form: Sendable {
  private let bag = DisposeBag()

  init(_ one: Field, _ other: Field) {
    one.text.distinctUntilChanged().filter { $0 != other.text.value }
      .subscribe(next: { other.text.next($0) }).disposed(by: bag)
    other.text.distinctUntilChanged().filter { $0 != one.text.value }
      .subscribe(next: { one.text.next($0) }).disposed(by: bag)
  }
}

enum TwoWayFields: LeakProgram {
  static func run() {
    let name = Field("")
    let title = Field("")
    let form = Form(name, title)
    for key in 0..<60 {
      (key % 2 == 0 ? name : title).text.next("text \(key)")
      pause(milliseconds: 1)
    }
    withExtendedLifetime(form) { print(name.text.value == title.text.value) }
  }
}

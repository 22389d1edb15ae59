// fault: wrong-flatten
// verdict: suspect
// proof: run
// says: each field that gets the focus is validated, debounced, beside those that had it before; flatMapLatest was meant (debounce in flatMap)

import Signals

private struct TextField: Sendable {
  let name: Int
  let text = PublishSubject<String>()
}

/// A form that validates the field in which somebody types.
enum FocusedFields: LeakProgram {
  static func run() {
    let clock = QueueScheduler("typing")
    let focus = PublishSubject<TextField>()
    let fields = (0..<4).map { TextField(name: $0) }
    let bag = DisposeBag()
    for field in fields { field.text.map(\.count).subscribe(next: { _ in }).disposed(by: bag) }
    let problems: Signal<Int>
    if mended {
      problems = focus.flatMapLatest { field in
        field.text.debounce(for: .milliseconds(2), on: clock).map { $0.count + field.name }
      }
    } else {
      problems = focus.flatMap { field in  // LEAK
        field.text.debounce(for: .milliseconds(2), on: clock).map { $0.count + field.name }
      }
    }
    problems.subscribe(next: { _ in }).disposed(by: bag)
    for visit in 0..<9 {
      let field = fields[visit % 4]
      focus.next(field)
      for letter in 0..<3 { field.text.next(String(repeating: "x", count: letter)) }
      pause(milliseconds: 7)
    }
    killed(holding: bag)
  }
}

// healthy: two controls that are bound both ways
// says: Either binding lets only changes through, so a change comes back once and settles.
// allows: nothing

import Signals

/// How many of an article: a stepper with plus and minus, and a field to type into.
private final class QuantityRow {
  let stepper = BehaviorRelay(1)
  let field = BehaviorRelay("1")
  private let bag = DisposeBag()
  private let settings = Shared(0)

  init() {
    stepper.map(String.init)
      .distinctUntilChanged()
      .do(onNext: { [settings] _ in settings.update { $0 += 1 } })
      .bind(to: field)
      .disposed(by: bag)
    field.compactMap { Int($0) }
      .distinctUntilChanged()
      .do(onNext: { [settings] _ in settings.update { $0 += 1 } })
      .bind(to: stepper)
      .disposed(by: bag)
  }

  var count: Int { settings.value }
}

enum StepperAndField: LeakProgram {
  static func run() {
    let row = QuantityRow()
    for quantity in 2...8 {
      row.stepper.accept(quantity)
      pause(milliseconds: 5)
    }
    for text in ["", "1", "12", "12a", "12", "3"] {
      row.field.accept(text)
      pause(milliseconds: 5)
    }
    print("quantity", row.stepper.value, row.field.value, "settings", row.count)
  }
}

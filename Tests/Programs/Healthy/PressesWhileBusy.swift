// healthy: an action refuses two of three executions
// says: It is pressed in haste while it works; each execution ends by itself, and the next press is accepted.
// allows: nothing

import Signals

enum PressesWhileBusy: LeakProgram {
  static func run() {
    let clock = QueueScheduler("kettle")
    let boil = Action<Int, Int> { cups in
      Signal<Int>.interval(.milliseconds(2), on: clock).take(3).map { $0 + cups }
    }
    let bag = DisposeBag()
    let refused = Shared(0)
    boil.disabledErrors.subscribe(next: { refused.update { $0 += 1 } }).disposed(by: bag)
    for cups in 0..<12 {
      let boiled = Flag()
      _ = boil.completions.take(1).subscribe(next: { boiled.raise() })
      for _ in 0..<3 {
        _ = boil.execute(cups).subscribe(next: { _ in }, error: { _ in })
        pause(milliseconds: 1)
      }
      boiled.wait()
    }
    print("refused", refused.value)
    bag.dispose()
    withExtendedLifetime(boil) {}
  }
}

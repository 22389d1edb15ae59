// healthy: two relays that set each other, values sent within next
// says: Each field sets the other once; what is the same as before goes no further.
// allows: nothing

import Signals
import Synchronization

private final class Converter: Sendable {
  let metres = BehaviorRelay(0)
  let feet = BehaviorRelay(0)
  private let bag = DisposeBag()

  init(_ history: QueueScheduler) {
    metres.distinctUntilChanged().map { $0 * 3 }.bind(to: feet).disposed(by: bag)
    feet.distinctUntilChanged().map { $0 / 3 }.filter { [metres] in $0 != metres.value }.bind(to: metres)
      .disposed(by: bag)
    metres.deliver(on: history).scanMap(0) { before, now in (now, now - before) }
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }
}

enum ConverterSettles: LeakProgram {
  static func run() {
    let converter = Converter(QueueScheduler("history"))
    for length in 0..<40 {
      onAnotherThread {
        if length % 2 == 0 { converter.metres.accept(length) } else { converter.feet.accept(length * 4) }
      }
      if length % 8 == 0 { pause(milliseconds: 2) }
    }
    pause(milliseconds: 15)
  }
}

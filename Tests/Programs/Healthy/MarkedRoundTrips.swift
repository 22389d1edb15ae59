// healthy: rounds
// says: Each round opens a dialogue and puts it away; the number that is alive is the same after every round.
// allows: nothing

import SignalTracing
import Signals
import Synchronization

private final class Dialogue: Sendable {
  private let bag = DisposeBag()
  private let shown = Atomic<Int>(0)

  init(_ model: BehaviorSubject<Int>) {
    model.map { $0 * $0 }.subscribe(next: { [weak self] _ in self?.shown.add(1, ordering: .relaxed) })
      .disposed(by: bag)
    model.skip(1).filter { $0 % 2 == 0 }.subscribe(next: { _ in }).disposed(by: bag)
  }
}

enum MarkedRoundTrips: LeakProgram {
  static func run() {
    let model = BehaviorSubject(0)
    for round in 1...40 {
      do {
        let dialogue = Dialogue(model)
        model.next(round)
        withExtendedLifetime(dialogue) { model.next(-round) }
      }
      pause(milliseconds: 2)
      Trace.mark("dialogue closed")
    }
  }
}

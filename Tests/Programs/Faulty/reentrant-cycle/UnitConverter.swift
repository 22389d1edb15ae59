// fault: reentrant-cycle
// verdict: finding
// proof: run
// says: each field sets the other, and rounding never lets them agree: only a counter ends it

import Signals
import Synchronization

/// Two fields of a converter, both ways, and a history that is kept on another queue.
private final class Converter: Sendable {
  let celsius = PublishRelay<Int>()
  let fahrenheit = PublishRelay<Int>()
  private let rounds = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ history: QueueScheduler) {
    celsius.distinctUntilChanged().filter { _ in self.rounds.add(1, ordering: .relaxed).newValue % 40 != 0 }
      .map { $0 * 9 / 5 + 33 }
      .bind(to: fahrenheit)  // LEAK
      .disposed(by: bag)
    let back = fahrenheit.distinctUntilChanged().map { ($0 - 32) * 5 / 9 + 1 }
    if mended {
      back.subscribe(next: { _ in }).disposed(by: bag)
    } else {
      back.bind(to: celsius)  // LEAK
        .disposed(by: bag)
    }
    celsius.deliver(on: history).takeLast(3).subscribe(next: { _ in }).disposed(by: bag)
  }
}

enum UnitConverter: LeakProgram {
  static func run() {
    let converter = Converter(QueueScheduler("history"))
    for degrees in [20, -5, 37] {
      onAnotherThread { converter.celsius.accept(degrees) }
      pause(milliseconds: 8)
    }
    pause(milliseconds: 20)
  }
}

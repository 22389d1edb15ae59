// healthy: a stop above multicast with a selector; inner signals of its end run after it
// says: The day's end completes the readings; the report is of the last value and of siren calls that are short.
// allows: nothing

import Signals
import Synchronization

private final class Plant: Sendable {
  let readings = PublishSubject<Int>()
  let endOfDay = PublishSubject<Void>()
  let lines = Atomic<Int>(0)
  private let siren = QueueScheduler("siren")
  private let bag = DisposeBag()

  func start(whenDone done: @escaping @Sendable () -> Void) {
    readings.take(until: endOfDay)
      .multicast(makeSubject: { PublishSubject<Int>() }) { [siren] shared in
        let means = shared.reduce(0, +)
        let calls = shared.filter { $0 > 90 }
          .flatMapFirst { level in Signal<Int>.interval(.milliseconds(4), on: siren).take(7).mapReplace(level)
          }
        return means.merge(calls).defaultIfEmpty(0)
      }
      .subscribe(next: { _ in self.lines.add(1, ordering: .relaxed) }, completed: done)
      .disposed(by: bag)
  }
}

enum SelectorStats: LeakProgram {
  static func run() {
    for day in 0..<3 {
      let plant = Plant()
      let isDone = Flag()
      plant.start { isDone.raise() }
      onAnotherThread {
        for reading in 0..<25 {
          plant.readings.next((reading + day) % 12 == 11 ? 95 : reading)
          pause(milliseconds: 1)
        }
      }
      plant.endOfDay.next(())
      isDone.wait()
    }
  }
}

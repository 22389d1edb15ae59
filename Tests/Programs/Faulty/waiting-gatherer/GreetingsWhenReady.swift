// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: readiness is told by completion alone, and skip(until:) waits for a value: no greeting is ever printed

import Signals

/// A greeter that leaves out who comes before the hall is ready.
enum GreetingsWhenReady: LeakProgram {
  static func run() {
    let hall = AsyncSubject<Int>()
    let visitors = PublishSubject<Int>()
    let greeted = Shared(0)
    let bag = DisposeBag()
    let ready = mended ? hall.materialize().map { _ in () } : hall.map { _ in () }
    visitors
      .skip(until: ready)  // LEAK
      .subscribe(next: { _ in greeted.update { $0 += 1 } })
      .disposed(by: bag)
    for visitor in 0..<80 {
      visitors.next(visitor)
      if visitor == 20 { hall.completed() }
      pause(milliseconds: 1)
    }
    print("greeted", greeted.value)
    bag.dispose()
  }
}

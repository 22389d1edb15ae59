// fault: overlap
// verdict: finding
// proof: run
// says: two sources of a closure deliver on queues of their own, and both pass their values on to one subscriber at once

import Signals

/// The bells of a town hall: what rings them comes from two clocks.
enum TownHallClocks: LeakProgram {
  static func run() {
    let (tower, gate) = (QueueScheduler("tower"), QueueScheduler("gate"))
    let meanwhile = QueueScheduler("bells")
    let bells = Signal<Int>.create { subscriber in  // LEAK
      let bag = DisposeBag()
      let gateClock = Signal<Int>.interval(.microseconds(300), on: gate).map { $0 * 2 }
      let towerClock = Signal<Int>.interval(.microseconds(300), on: tower).map { $0 * 2 + 1 }
      if mended {
        gateClock.merge(towerClock).deliver(on: meanwhile)
          .subscribe(next: { subscriber.next($0) }).disposed(by: bag)
      } else {
        gateClock.subscribe(next: { subscriber.next($0) }).disposed(by: bag)
        towerClock.subscribe(next: { subscriber.next($0) }).disposed(by: bag)
      }
      return Disposable { bag.dispose() }
    }
    let heard = Shared(0)
    let listener = bells.subscribe(next: { _ in
      heard.update { $0 += 1 }
      pause(milliseconds: 1)
    })
    pause(milliseconds: 120)
    listener.dispose()
    print("heard some", heard.value > 10)
  }
}

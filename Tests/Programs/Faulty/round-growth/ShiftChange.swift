// fault: round-growth
// verdict: likely
// proof: run
// says: each shift that is over leaves the alarm of its foreman behind, in all of eighteen shifts

import SignalTracing
import Signals

/// A plant: the marks say when a shift is over.
enum ShiftChange: LeakProgram {
  static func run() {
    let alarms = PublishSubject<Int>()
    let plant = PublishSubject<Int>()
    let always = plant.subscribe(next: { _ in })
    var foremen: [Subscription] = []
    for shift in 0..<18 {
      let workers = CompositeDisposable()
      for worker in 0..<4 { workers.add(plant.map { $0 + worker }.subscribe(next: { _ in })) }
      foremen.append(alarms.filter { $0 >= shift }.subscribe(next: { _ in }))  // LEAK
      plant.next(shift)
      alarms.next(shift)
      pause(milliseconds: 4)
      workers.dispose()
      if mended { foremen.removeLast().dispose() }
      Trace.mark("shift over")
    }
    always.dispose()
    print("foremen", foremen.count)
  }
}

// healthy: amb of three with a stop above the first of them only; handles let go
// says: Whoever wins runs three more steps and is there; those who lose are disposed by the race.
// allows: nothing

import Signals

/// Heats with three runners each, of whom the first can be called off.
enum HeatsOfTheSprint: LeakProgram {
  static func run() {
    let lanes = [PublishSubject<Int>(), PublishSubject<Int>(), PublishSubject<Int>()]
    let calledOff = PublishSubject<Void>()
    let times = Shared(0)
    for heat in 0..<15 {
      let runners = lanes.enumerated().map { number, lane in
        number == 0 ? lane.take(until: calledOff) : lane.map { $0 }
      }
      _ = Signal<Int>.amb(runners).take(3).subscribe(next: { _ in times.update { $0 += 1 } })
      for step in 0..<4 {
        for lane in 0..<3 { lanes[(heat + lane) % 3].next(step) }
        pause(milliseconds: 1)
      }
      calledOff.next(())
    }
    pause(milliseconds: 20)
    print("times \(times.value)")
  }
}

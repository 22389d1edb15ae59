// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the day ends above the shared part; the alarm that flatMap has begun for each reading is not of that day

import Signals
import Synchronization

/// A plant: readings are shared within one pipeline by their mean, their peaks and an alarm for each peak.
private final class Plant: Sendable {
  let readings = PublishSubject<Int>()
  let endOfDay = PublishSubject<Void>()
  let alarms = Atomic<Int>(0)
  private let siren = QueueScheduler("siren")
  private let bag = DisposeBag()

  func start() {
    let day = mended ? readings.map { $0 } : readings.take(until: endOfDay)
    let report = day.multicast(makeSubject: { PublishSubject<Int>() }) { [siren] shared in
      let means = shared.scan(0, +)
      let sirens = shared.filter { $0 > 90 }
        .flatMap { Signal<Int>.interval(.milliseconds(3), on: siren).mapReplace(-$0) }  // LEAK
      return means.merge(sirens)
    }
    (mended ? report.take(until: endOfDay) : report)
      .subscribe(next: { if $0 < 0 { self.alarms.add(1, ordering: .relaxed) } })
      .disposed(by: bag)
    readings.sample(on: Signal<Int>.interval(.milliseconds(7), on: siren).take(6))
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }
}

enum SelectorFan: LeakProgram {
  static func run() {
    let plant = Plant()
    plant.start()
    onAnotherThread {
      for reading in 0..<40 {
        plant.readings.next(reading % 13 == 12 ? 95 : reading)
        pause(milliseconds: 1)
      }
    }
    plant.endOfDay.next(())
    pause(milliseconds: 90)
    print("alarms", plant.alarms.load(ordering: .relaxed) > 0)
  }
}

// healthy: a group per forklift is subscribed to within `next`, and the groups of those that have parked send nothing more
// says: There are eight forklifts and eight groups; a truck that parks ends its own, and the end of the shift ends them all.
// allows: nothing

import Signals

private struct Report: Sendable {
  let truck: Int
  let load: Int
  let isParked: Bool
}

private final class YardOffice: Sendable {
  let carried = Shared<[Int: Int]>([:])
  private let bag = DisposeBag()

  func open(_ reports: Signal<Report>) {
    reports
      .groupBy { $0.truck }
      .subscribe(next: { [weak self] group in
        guard let self else { return }
        let truck = group.key
        group
          .take(while: { !$0.isParked })
          .map { $0.load }
          .scan(0, +)
          .subscribe(next: { [carried] load in carried.update { $0[truck] = load } })
          .disposed(by: bag)
      })
      .disposed(by: bag)
  }
}

private final class Yard: Sendable {
  let reports = PublishSubject<Report>()
  private let radio = QueueScheduler("yard radio")

  func report(_ truck: Int, load: Int, isParked: Bool = false) {
    radio.schedule { [reports] in reports.next(Report(truck: truck, load: load, isParked: isParked)) }
  }

  func closeShift() {
    radio.schedule { [reports] in reports.completed() }
  }
}

enum ForkliftGroups: LeakProgram {
  static func run() {
    let yard = Yard()
    let office = YardOffice()
    office.open(yard.reports)
    for round in 0..<9 {
      for truck in 0..<8 where round < 5 || truck % 2 == 0 {
        yard.report(truck, load: truck + round, isParked: round == 4 && truck % 2 == 1)
        pause(milliseconds: 3)
      }
      pause(milliseconds: 5)
    }
    yard.closeShift()
    pause(milliseconds: 30)
    print("trucks", office.carried.value.count)
  }
}

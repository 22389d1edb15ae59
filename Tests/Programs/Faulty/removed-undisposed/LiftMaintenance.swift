// fault: removed-undisposed
// verdict: likely
// proof: run
// says: a lift that goes out of service is taken out of the composite, which does not dispose what it lets go of

import Dispatch
import Signals

private struct Ride: Sendable {
  let lift: Int
  let floor: Int
}

/// A tower of offices: its lifts, each of which is counted while it is in service.
private final class Building {
  let rides = PublishSubject<Ride>()
  let worn = Shared(0)
  private let lifts = CompositeDisposable()
  private var inService: [Int: Subscription] = [:]

  init(_ bag: DisposeBag) { lifts.disposed(by: bag) }

  func commission(_ lift: Int) {
    let counting = rides.filter { $0.lift == lift }
      .map(\.floor)
      .combinePrevious(0) { abs($1 - $0) }
      .subscribe(next: { [worn] floors in worn.update { $0 += floors } })  // LEAK
    inService[lift] = counting
    lifts.add(counting)
  }

  func decommission(_ lift: Int) {
    guard let counting = inService.removeValue(forKey: lift) else { return }
    lifts.remove(counting)  // LEAK
    if mended { counting.dispose() }
  }
}

enum LiftMaintenance: LeakProgram {
  static func run() {
    let bag = DisposeBag()
    defer { bag.dispose() }
    let building = Building(bag)
    let rides = building.rides
    for shaft in 0..<2 {
      DispatchQueue.global().async {
        for step in 0... {
          rides.next(Ride(lift: step % 4 * 2 + shaft, floor: step * 11 % 34))
          if step % 2 == 1 { pause(milliseconds: 1) }
        }
      }
    }
    rides.debounce(for: .milliseconds(20), on: QueueScheduler("idle"))
      .subscribe(next: { _ in })
      .disposed(by: bag)
    for lift in 0..<8 { building.commission(lift) }
    for lift in 0..<5 {
      pause(milliseconds: 14)
      building.decommission(lift)
    }
    pause(milliseconds: 120)
    print("worn", building.worn.value > 0)
  }
}

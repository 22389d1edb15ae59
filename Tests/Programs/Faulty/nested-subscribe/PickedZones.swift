// fault: nested-subscribe
// verdict: likely
// proof: run
// says: each zone that is picked is subscribed to within the subscription to the picks, and nothing ends the last one

import Signals
import Synchronization

private struct Climate: Sendable {
  let zone: Int
  let degrees: Double
}

/// The sensors of a building, all on one bus.
private final class Building: Sendable {
  let measured = PublishSubject<Climate>()
  private let bus = QueueScheduler("sensor bus")
  private let polling = SerialDisposable()

  func switchOn() {
    polling.inner = Signal<Int>.interval(.milliseconds(3), on: bus)
      .map { Climate(zone: $0 % 6, degrees: 19 + Double($0 % 9) / 4) }
      .subscribe(next: { [measured] in measured.next($0) })
  }

  func switchOff() { polling.dispose() }

  func climate(of zone: Int) -> Signal<Climate> {
    measured.filter { $0.zone == zone }
  }
}

/// The panel in the hall: shows the zone that somebody has picked.
private final class HallPanel: Sendable {
  let picked = PublishSubject<Int>()
  let redraws = Atomic<Int>(0)
  private let building: Building
  private let bag = DisposeBag()

  init(_ building: Building) { self.building = building }

  func open() {
    if mended {
      picked.distinctUntilChanged()
        .flatMapLatest { [building] in building.climate(of: $0) }
        .subscribe(next: { [weak self] in self?.draw($0) })
        .disposed(by: bag)
    } else {
      picked.distinctUntilChanged()
        .subscribe(next: { [weak self] in self?.show(zone: $0) })
        .disposed(by: bag)
    }
  }

  private func show(zone: Int) {
    _ = building.climate(of: zone).subscribe(next: { [weak self] in self?.draw($0) })  // LEAK
  }

  private func draw(_ climate: Climate) {
    redraws.add(1, ordering: .relaxed)
  }

  func close() { bag.dispose() }
}

enum PickedZones: LeakProgram {
  static func run() {
    let building = Building()
    building.switchOn()
    let panel = HallPanel(building)
    panel.open()
    for pick in 0..<14 {
      panel.picked.next(pick * 5 % 6)
      pause(milliseconds: 16)
    }
    panel.close()
    pause(milliseconds: 110)
    print("redraws", panel.redraws.load(ordering: .relaxed))
    building.switchOff()
  }
}

// fault: removed-undisposed
// verdict: likely
// proof: run
// says: vehicles that the depot does not list any more are filtered out of the table, with handles that nobody disposes

import Signals

/// A fleet: vehicles sign off, or vanish from the depot's list.
private final class Fleet: Sendable {
  private let following = Shared<[Int: Subscription]>([:])
  private let positions: Signal<Int>

  init(_ positions: Signal<Int>) { self.positions = positions }

  func signOn(_ vehicle: Int) {
    let subscription = positions.filter { $0 % 50 == vehicle }.subscribe(next: { _ in })  // LEAK
    following.update { $0[vehicle] = subscription }
  }

  func signOff(_ vehicle: Int) { following.update { $0.removeValue(forKey: vehicle) }?.dispose() }

  func reconcile(with listed: ClosedRange<Int>) {
    if mended { following.value.filter { !listed.contains($0.key) }.values.forEach { $0.dispose() } }
    following.update { $0 = $0.filter { listed.contains($0.key) } }  // LEAK
  }
}

enum FilteredFleet: LeakProgram {
  static func run() {
    let positions = PublishSubject<Int>()
    let map = positions.scan(0) { count, _ in count + 1 }.subscribe(next: { _ in })
    let fleet = Fleet(positions)
    for vehicle in 0..<30 {
      fleet.signOn(vehicle)
      for step in 0..<4 { positions.next(max(0, vehicle - step)) }
      pause(milliseconds: 3)
      if vehicle % 2 == 0, vehicle >= 4 { fleet.signOff(vehicle - 4) }
      if vehicle % 5 == 4 { fleet.reconcile(with: (vehicle - 5)...vehicle) }
    }
    for vehicle in 24..<30 { fleet.signOff(vehicle) }
    for position in 0..<100 {
      positions.next(position % 30)
      if position % 4 == 0 { pause(milliseconds: 2) }
    }
    map.dispose()
    withExtendedLifetime(fleet) {}
  }
}

// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: a trip ends as the passenger taps out; one whose pass turns out to be blocked throws past the end, and counts zones on

import Signals

private struct PassBlocked: Error {}

private final class Trip {
  private let zones = Shared<Set<Int>>([])
  private var counting: Subscription?

  func begin(_ train: PublishSubject<Int>) {
    counting = train.subscribe(next: { [zones] zone in zones.update { _ = $0.insert(zone) } })  // LEAK
  }

  func end() -> Int {
    counting?.dispose()
    return zones.value.count
  }
}

private struct Gate {
  let blocked: Set<Int>

  /// Takes the money for a trip.
  func tapOut(_ pass: Int, _ trip: Trip) throws -> Int {
    if mended {
      let zones = trip.end()
      guard !blocked.contains(pass) else { throw PassBlocked() }
      return zones * 80
    }
    guard !blocked.contains(pass) else { throw PassBlocked() }  // LEAK
    return trip.end() * 80
  }
}

enum TransitPasses: LeakProgram {
  static func run() {
    let train = PublishSubject<Int>()
    let display = train.map { "zone \($0)" }.subscribe(next: { _ in })
    let gate = Gate(blocked: [3, 7, 11, 16])
    var (taken, refused) = (0, 0)
    for pass in 0..<18 {
      let trip = Trip()
      trip.begin(train)
      for zone in 0..<4 { train.next((pass + zone) % 9) }
      pause(milliseconds: 4)
      do { taken += try gate.tapOut(pass, trip) } catch { refused += 1 }
    }
    for zone in 0..<25 {
      train.next(zone % 9)
      pause(milliseconds: 2)
    }
    print("taken", taken, "refused", refused)
    display.dispose()
  }
}

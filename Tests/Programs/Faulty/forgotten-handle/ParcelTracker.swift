// fault: forgotten-handle
// verdict: suspect
// proof: run
// says: the tracker keeps its handle in a weak variable, which is empty at once: what is to be disposed is not there

import Signals

private struct Scan: Sendable {
  let parcel: Int
  let depot: Int
}

private final class Tracker {
  private weak var following: Subscription?
  private var kept: Subscription?
  private(set) var isDone = false

  func follow(_ parcel: Int, in scans: Signal<Scan>) {
    let subscription = scans.filter { $0.parcel == parcel }.map(\.depot)
      .subscribe(next: { _ in })  // LEAK
    following = subscription  // LEAK
    if mended { kept = subscription }
  }

  func delivered() {
    following?.dispose()
    kept?.dispose()
    isDone = true
  }
}

/// A depot that follows each parcel until it is delivered.
enum ParcelTracker: LeakProgram {
  static func run() {
    let scans = PublishSubject<Scan>()
    let statistics = scans.map(\.depot).scan(0, +).subscribe(next: { _ in })
    var open: [Tracker] = []
    for parcel in 0..<24 {
      let tracker = Tracker()
      tracker.follow(parcel, in: scans)
      open.append(tracker)
      for depot in 0..<3 { scans.next(Scan(parcel: max(0, parcel - depot), depot: depot)) }
      pause(milliseconds: 3)
      if open.count > 2 { open.removeFirst().delivered() }
    }
    open.forEach { $0.delivered() }
    for late in 0..<20 {
      scans.next(Scan(parcel: late, depot: 9))
      pause(milliseconds: 2)
    }
    print("delivered", open.filter(\.isDone).count)
    statistics.dispose()
  }
}

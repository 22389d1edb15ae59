// fault: missing-share
// verdict: finding
// proof: run
// says: five parts of the page ask for the same catalogue, and five requests go out

import Signals

/// A page whose parts all need the catalogue.
enum CatalogueOfFive: LeakProgram {
  static func run() {
    let clock = QueueScheduler("requests")
    let request = Signal<Int>.timer(after: .milliseconds(25), on: clock).map { _ in 42 }
    let catalogue = mended ? request.share(replay: 1) : request  // LEAK
    var parts: [Subscription] = []
    for part in 0..<5 {
      parts.append(catalogue.map { $0 + part }.subscribe(next: { _ in }))  // LEAK
    }
    pause(milliseconds: 80)
    for part in parts { part.dispose() }
  }
}

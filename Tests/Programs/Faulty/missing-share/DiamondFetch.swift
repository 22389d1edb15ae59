// fault: missing-share
// verdict: finding
// proof: run
// says: name, photo and badge of a profile are three views of one fetch, which is made three times for every profile

import Signals

/// Profiles that are fetched, and shown in three parts.
enum DiamondFetch: LeakProgram {
  static func run() {
    let network = QueueScheduler("network")
    let fetches = Shared(0)
    for user in 0..<6 {
      let fetch = Signal<Int>.create { subscriber in  // LEAK
        fetches.update { $0 += 1 }
        return network.schedule(after: .milliseconds(4)) {
          subscriber.next(user)
          subscriber.completed()
        }
      }
      let profile = mended ? fetch.share() : fetch
      _ = combineLatest(
        profile.map { "name \($0)" },  // LEAK
        profile.map { "photo \($0)" },  // LEAK
        profile.map { "badge \($0)" }  // LEAK
      )
      .subscribe(next: { _ in })
      pause(milliseconds: 8)
    }
    pause(milliseconds: 30)
    print("fetches \(fetches.value)")
  }
}

// fault: failure-kept-in-cache
// verdict: suspect
// proof: run
// says: the address is asked for once and kept for ever, with the failure of that one time; each later call gets it
// source: reactor/reactor-core #683
// fix: what was learnt is kept for a short time only, and asked for anew after that

import Signals

private struct ServerBusy: Error {}

/// A platform that tells at its root where its parts are. It is busy for a moment after a start.
private final class Platform: Sendable {
  let asked = Shared(0)

  func root() -> Signal<String> {
    Signal<String>.create { [self] subscriber in
      let call = asked.update { asked -> Int in
        asked += 1
        return asked
      }
      return QueueScheduler("network").schedule(after: .milliseconds(3)) {
        if call == 1 { return subscriber.error(ServerBusy()) }
        subscriber.next("https://api/v3")
        subscriber.completed()
      }
    }
  }
}

/// The client library: every call looks up the root first.
private final class PlatformClient: Sendable {
  private let root: Signal<String>
  private let platform: Platform

  init(_ platform: Platform) {
    self.platform = platform
    if mended {
      root = platform.root()
        .concat(.never())
        .share(replay: 1, scope: .whileConnected, grace: .milliseconds(60))
        .take(1)
    } else {
      root = platform.root().share(replay: 1, scope: .forever)  // LEAK
    }
  }

  func applications(of space: Int) -> Signal<[String]> {
    root
      .timeout(.milliseconds(200))
      .map { root in (0..<3).map { "\(root)/spaces/\(space)/apps/\($0)" } }
  }
}

enum CachedEndpoint: LeakProgram {
  static func run() {
    let platform = Platform()
    let client = PlatformClient(platform)
    let (listed, failed) = (Shared(0), Shared(0))
    let bag = DisposeBag()
    for space in 0..<20 {
      client.applications(of: space)
        .subscribe(
          next: { apps in listed.update { $0 += apps.count } },
          error: { _ in failed.update { $0 += 1 } }
        )
        .disposed(by: bag)
      pause(milliseconds: 11)
    }
    print("asked", platform.asked.value, "listed", listed.value, "failed", failed.value)
    bag.dispose()
  }
}

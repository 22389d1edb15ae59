// healthy: catch that begins again; errors in small numbers
// says: Each request fails once when its token is stale, is renewed and goes through; that is three times in the run.
// allows: nothing

import Signals
import Synchronization

private struct Stale: Error {}

private final class Api: Sendable {
  private let uses = Atomic<Int>(0)
  let renewals = Atomic<Int>(0)
  private let network = QueueScheduler("network")

  private func call(_ path: String) -> Signal<String> {
    Signal<String>.deferred {
      let use = self.uses.add(1, ordering: .relaxed).newValue
      let wait = Signal<Int>.timer(after: .milliseconds(4), on: self.network)
      return wait.map { _ in
        if use % 12 == 0 { throw Stale() }
        return "\(path): ok"
      }
    }
  }

  func get(_ path: String) -> Signal<String> {
    call(path).catch { _ in
      self.renewals.add(1, ordering: .relaxed)
      return Signal<Int>.timer(after: .milliseconds(5), on: self.network).then { self.call(path) }
    }
  }
}

enum TokensRefreshed: LeakProgram {
  static func run() {
    let api = Api()
    let bag = DisposeBag()
    for request in 0..<40 {
      api.get("/item/\(request)").subscribe(next: { _ in }).disposed(by: bag)
      pause(milliseconds: 5)
    }
    pause(milliseconds: 20)
    withExtendedLifetime(bag) { print("renewals", api.renewals.load(ordering: .relaxed)) }
  }
}

// healthy: a class that guards its handles with a lock, and disposes what is left of them as it is freed at the end
// says: Taxis log on and off on two threads; five stay logged on until the dispatcher goes, with the end of run().
// allows: nothing

import Dispatch
import Signals
import Synchronization

private struct Fix: Sendable {
  let taxi: Int
  let street: Int
}

/// Knows the street of each taxi that is logged on.
private final class Dispatcher: Sendable {
  private struct State: Sendable {
    var streets: [Int: Int] = [:]
    var followed: [Int: Subscription] = [:]
  }
  private let state = Mutex(State())
  private let fixes: Signal<Fix>

  init(_ fixes: Signal<Fix>) { self.fixes = fixes }

  var count: Int { state.withLock { $0.streets.count } }

  func logOn(_ taxi: Int) {
    let following = fixes.filter { $0.taxi == taxi }
      .map(\.street)
      .distinctUntilChanged()
      .subscribe(next: { [weak self] street in
        self?.state.withLock { if $0.followed[taxi] != nil { $0.streets[taxi] = street } }
      })
    let before = state.withLock { $0.followed.updateValue(following, forKey: taxi) }
    before?.dispose()
  }

  func logOff(_ taxi: Int) {
    let following = state.withLock { state in
      state.streets[taxi] = nil
      return state.followed.removeValue(forKey: taxi)
    }
    following?.dispose()
  }

  deinit { for (_, following) in state.withLock({ $0.followed }) { following.dispose() } }
}

enum TaxiRank: LeakProgram {
  static func run() {
    let fixes = PublishSubject<Fix>()
    let satellites = Signal<Int>.interval(.milliseconds(1), on: QueueScheduler("gps"))
      .subscribe(next: { tick in
        for taxi in 0..<12 where (tick + taxi) % 3 == 0 { fixes.next(Fix(taxi: taxi, street: tick / 10)) }
      })
    let dispatcher = Dispatcher(fixes)
    let drivers = DispatchGroup()
    for garage in 0..<2 {
      DispatchQueue.global().async(group: drivers) {
        for shift in 0..<3 {
          for taxi in 0..<6 { dispatcher.logOn(garage * 6 + taxi) }
          pause(milliseconds: 30 + UInt32(garage))
          for taxi in 0..<6 where shift < 2 || taxi > 2 - garage { dispatcher.logOff(garage * 6 + taxi) }
          pause(milliseconds: 6)
        }
      }
    }
    drivers.wait()
    pause(milliseconds: 40)
    print("on the road", dispatcher.count)
    withExtendedLifetime((satellites, dispatcher)) {}
  }
}

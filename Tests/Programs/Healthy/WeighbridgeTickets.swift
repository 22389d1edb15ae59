// healthy: an action that subscribes to one and the same cold work for each lorry
// says: Each press weighs what stands on the bridge now; presses while it weighs are refused, and nothing is weighed twice.
// allows: nothing

import Signals

/// A weighbridge, which needs a moment to come to rest.
private final class Weighbridge: Sendable {
  private let load = Shared(0)
  let weighings = Shared(0)

  func drive(on tonnes: Int) { load.update { $0 = tonnes } }

  var weight: Signal<Int> {
    .fromAsync { [load, weighings] in
      weighings.update { $0 += 1 }
      try await Task.sleep(for: .milliseconds(5))
      return load.value
    }
  }
}

enum WeighbridgeTickets: LeakProgram {
  static func run() {
    let bridge = Weighbridge()
    let weight = bridge.weight
    let weigh = Action<Int, String> { ticket in weight.map { "ticket \(ticket): \($0) t" } }
    let printed = Flag()
    let refused = Shared(0)
    let bag = DisposeBag()
    weigh.values.subscribe(next: { _ in printed.raise() }).disposed(by: bag)
    weigh.disabledErrors.subscribe(next: { refused.update { $0 += 1 } }).disposed(by: bag)
    for lorry in 0..<20 {
      bridge.drive(on: 10 + lorry)
      weigh.execute(lorry)
      if lorry % 4 == 2 {
        _ = weigh.execute(lorry).subscribe(next: { _ in }, error: { _ in })
      }
      printed.wait()
      while weigh.isExecuting.value { pause(milliseconds: 1) }
      pause(milliseconds: 2)
    }
    bag.dispose()
    print("weighed", bridge.weighings.value, "refused", refused.value)
  }
}

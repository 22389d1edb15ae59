// healthy: a service that is kept for the program's whole life, and goes as run() returns, in the midst of its work
// says: It reads the inverters from the first moment to the last; there is no other end for it than the program's.
// allows: nothing

import Signals
import Synchronization

private struct Power: Sendable {
  let string: Int
  let watts: Int
}

/// Reads strings of solar panels, adds up what they yield and limits what is fed in.
private final class Gateway: Sendable {
  let fedIn = Atomic<Int>(0)
  private let powers = PublishSubject<Power>()
  private let limit = BehaviorSubject(4000)
  private let total = MutableProperty(0)
  private let bag = DisposeBag()

  init(strings: Int) {
    for string in 0..<strings {
      Signal<Int>.timer(
        after: .milliseconds(1 + string), every: .milliseconds(2 + string % 3), on: QueueScheduler("modbus")
      )
      .map { Power(string: string, watts: 300 + ($0 * 29 + string * 83) % 500) }
      .subscribe(next: { [powers] in powers.next($0) })
      .disposed(by: bag)
    }
    powers.scan(into: [Int: Int]()) { sums, power in sums[power.string] = power.watts }
      .map { $0.values.reduce(0, +) }
      .bind(to: total)
      .disposed(by: bag)
    combineLatest(total.signal, limit)
      .map { min($0, $1) }
      .throttle(for: .milliseconds(4), on: QueueScheduler("inverter"))
      .subscribe(next: { [weak self] watts in self?.fedIn.store(watts, ordering: .relaxed) })
      .disposed(by: bag)
  }

  func curtail(to watts: Int) { limit.next(watts) }
}

enum SolarGateway: LeakProgram {
  static func run() {
    let gateway = Gateway(strings: 6)
    for hour in 0..<12 {
      gateway.curtail(to: 4000 - hour % 4 * 700)
      pause(milliseconds: 20)
    }
    print("fed in", gateway.fedIn.load(ordering: .relaxed) > 0)
    withExtendedLifetime(gateway) {}
  }
}

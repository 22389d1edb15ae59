// healthy: an owner that is never disposed and is given one more with each round
// says: Each reload ends the rules before it with the same signal that begins the new ones; one set is alive at a time.
// allows: nothing

import SignalTracing
import Signals
import Synchronization

private final class Firewall: Sendable {
  let packets = PublishSubject<Int>()
  let reload = PublishSubject<Int>()
  let passed = Atomic<Int>(0)
  private let bag = DisposeBag()

  func load(_ divisor: Int) {
    reload.next(divisor)
    packets
      .take(until: reload)
      .filter { $0 % divisor == 0 }
      .subscribe(next: { _ in self.passed.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum ReloadedRules: LeakProgram {
  static func run() {
    let firewall = Firewall()
    for round in 1...40 {
      firewall.load(1 + round % 4)
      for packet in 0..<10 { firewall.packets.next(packet) }
      Trace.mark("rules loaded")
      pause(milliseconds: 3)
    }
    print("passed", firewall.passed.load(ordering: .relaxed))
  }
}

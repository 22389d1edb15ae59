// healthy: handles that leave their table undisposed
// says: A machine that is not listed any more is asked on until its last requests are through; then its probe is disposed.
// allows: nothing

import Signals

private final class Balancer {
  private let clock = QueueScheduler("probes")
  private var probes: [String: Disposable] = [:]
  private var leaving: [(Disposable, until: Int)] = []

  func listed(_ machines: Set<String>, in round: Int) {
    for (probe, until) in leaving where until <= round { probe.dispose() }
    leaving.removeAll { $0.until <= round }
    for machine in probes.keys.sorted() where !machines.contains(machine) {
      if let probe = probes.removeValue(forKey: machine) { leaving.append((probe, until: round + 2)) }
    }
    for machine in machines.sorted() where probes[machine] == nil {
      probes[machine] = Signal<Int>.interval(.milliseconds(5), on: clock).subscribe(next: { _ in })
    }
  }

  func close() {
    for (probe, _) in leaving { probe.dispose() }
    for probe in probes.values { probe.dispose() }
  }
}

enum BackendsLeaveLate: LeakProgram {
  static func run() {
    let balancer = Balancer()
    for round in 0..<10 {
      balancer.listed(Set((round..<round + 3).map { "10.0.0.\($0)" }), in: round)
      pause(milliseconds: 10)
    }
    balancer.close()
    pause(milliseconds: 40)
  }
}

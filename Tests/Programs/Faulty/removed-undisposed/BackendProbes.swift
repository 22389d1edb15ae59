// fault: removed-undisposed
// verdict: likely
// proof: run
// says: a machine that discovery does not list any more leaves the table, and its health probe goes on asking it

import Signals

/// A load balancer: service discovery lists machines, and each machine that is listed is asked for its health.
private final class Balancer {
  private let clock = QueueScheduler("probes")
  private var probes: [String: Disposable] = [:]
  let answers = Shared(0)

  func listed(_ machines: Set<String>) {
    for machine in probes.keys where !machines.contains(machine) {
      let probe = probes.removeValue(forKey: machine)
      if mended { probe?.dispose() }
    }
    for machine in machines.sorted() where probes[machine] == nil {
      probes[machine] = Signal<Int>.interval(.milliseconds(5), on: clock)
        .subscribe(next: { [answers] _ in answers.update { $0 += 1 } })  // LEAK
    }
  }

  func close() {
    for probe in probes.values { probe.dispose() }
  }
}

enum BackendProbes: LeakProgram {
  static func run() {
    let balancer = Balancer()
    for round in 0..<8 {
      balancer.listed(Set((round..<round + 3).map { "10.0.0.\($0)" }))
      pause(milliseconds: 12)
    }
    pause(milliseconds: 30)
    balancer.close()
    pause(milliseconds: 60)
    print("answers", balancer.answers.value > 0)
  }
}

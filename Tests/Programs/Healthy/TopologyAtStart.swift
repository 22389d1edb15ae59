// healthy: some of a kind end, others stay: the roles differ by design
// allows: suspect

import Signals

/// Nodes of a cluster: members stay, candidates leave when they are not elected.
enum TopologyAtStart: LeakProgram {
  static func run() {
    let gossip = PublishSubject<Int>()
    let cluster = Cluster(gossip)
    for node in 0..<9 { cluster.join(node) }
    for round in 0..<20 {
      gossip.next(round)
      pause(milliseconds: 2)
    }
    for node in 3..<9 { cluster.leave(node) }
    for round in 0..<30 {
      gossip.next(round)
      pause(milliseconds: 2)
    }
    withExtendedLifetime(cluster) {}
  }
}

private final class Cluster {
  private let gossip: Signal<Int>
  private var nodes: [Int: Subscription] = [:]

  init(_ gossip: Signal<Int>) { self.gossip = gossip }

  func join(_ node: Int) { nodes[node] = gossip.map { $0 + node }.subscribe(next: { _ in }) }
  func leave(_ node: Int) { nodes.removeValue(forKey: node)?.dispose() }
}

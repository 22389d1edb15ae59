// healthy: handles are filtered out of a table and let go of
// says: A node that leaves the list completes its signal first, so its subscription has ended when the handle is dropped.
// allows: nothing

import Signals

private final class Cluster {
  private var nodes: [Int: PublishSubject<Int>] = [:]
  private var watched: [Int: Subscription] = [:]

  func join(_ node: Int) {
    let load = PublishSubject<Int>()
    nodes[node] = load
    watched[node] = load.scan(0, +).subscribe(next: { _ in })
  }

  func report(_ load: Int) { nodes.values.forEach { $0.next(load) } }

  func list(_ listed: Range<Int>) {
    for (node, load) in nodes where !listed.contains(node) {
      load.completed()
      nodes[node] = nil
    }
    watched = watched.filter { listed.contains($0.key) }
  }

  var count: Int { watched.count }
}

enum ListedNodes: LeakProgram {
  static func run() {
    let cluster = Cluster()
    for node in 0..<40 {
      cluster.join(node)
      cluster.report(node)
      pause(milliseconds: 3)
      if node % 4 == 3 { cluster.list((node - 5)..<(node + 1)) }
    }
    print("nodes", cluster.count)
    cluster.list(0..<0)
  }
}

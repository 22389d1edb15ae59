// fault: connection
// verdict: suspect
// proof: run
// says: every dashboard replays the load anew, and replay keeps its subscription when the dashboard has gone

import Signals

private final class Cluster: Sendable {
  private let clock = QueueScheduler("cluster")

  var load: Signal<Int> { Signal<Int>.interval(.milliseconds(5), on: clock).map { 40 + $0 % 30 } }

  /// The names of the nodes, asked for and complete.
  var nodes: Signal<String> {
    Signal<Int>.interval(.milliseconds(2), on: clock).take(3).map { "node \($0)" }
  }
}

/// Gauges that all show the same load, and a list of nodes.
private final class Dashboard: Sendable {
  private let bag = DisposeBag()
  private let shown = Shared(0)

  init(_ cluster: Cluster, gauges: Int) {
    let shown = shown
    let load = mended ? cluster.load.share(replay: 1) : cluster.load.replay(1)  // LEAK
    let nodes = cluster.nodes.replay()
    for _ in 0..<gauges {
      load.subscribe(next: { _ in shown.update { $0 += 1 } }).disposed(by: bag)
      nodes.subscribe(next: { _ in shown.update { $0 += 1 } }).disposed(by: bag)
    }
  }

  var isAlive: Bool { shown.value > 0 }
}

enum DashboardReplays: LeakProgram {
  static func run() {
    let cluster = Cluster()
    let uptime = cluster.load.share()
    var alive = 0
    for look in 0..<10 {
      let dashboard = Dashboard(cluster, gauges: 2 + look % 3)
      let status = uptime.subscribe(next: { _ in })
      pause(milliseconds: 25)
      alive += dashboard.isAlive ? 1 : 0
      status.dispose()
    }
    pause(milliseconds: 200)
    print("dashboards", alive)
  }
}

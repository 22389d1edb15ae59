// healthy: the handle was let go, no owner holds it; begun late
// says: A plugin that is loaded stays loaded; what it listens to, it listens to until the process ends.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Host: Sendable {
  let commands = PublishSubject<String>()
  private let loaded = Shared<Set<String>>([])
  let handled = Atomic<Int>(0)

  func load(_ name: String) {
    guard loaded.update({ $0.insert(name).inserted }) else { return }
    _ = commands.filter { $0.hasPrefix(name) }
      .subscribe(next: { _ in self.handled.add(1, ordering: .relaxed) })
  }

  func run(_ command: String) {
    load(String(command.prefix { $0 != " " }))
    commands.next(command)
  }
}

enum PluginsOnDemand: LeakProgram {
  static func run() {
    let host = Host()
    for round in 0..<90 {
      host.run("spell \(round)")
      if round > 30 { host.run("git \(round)") }
      if round > 60 { host.run("lint \(round)") }
      pause(milliseconds: 2)
    }
    print("handled", host.handled.load(ordering: .relaxed))
    exit(0)
  }
}

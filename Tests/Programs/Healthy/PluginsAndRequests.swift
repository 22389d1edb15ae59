// healthy: handles let go one after the other, while others of the same source are disposed
// says: Plugins are loaded when they are first needed, for good; the requests on the same bus come and go.
// allows: suspect

import Glibc
import Signals

enum PluginsAndRequests: LeakProgram {
  static func run() {
    let bus = PublishSubject<Int>()
    let loaded = Shared<Set<Int>>([])
    for request in 0..<60 {
      let plugin = request % 6
      if loaded.update({ $0.insert(plugin).inserted }) {
        _ = bus.filter { $0 % 6 == plugin }.subscribe(next: { _ in })
      }
      let answer = bus.map { $0 + 1 }.subscribe(next: { _ in })
      bus.next(request)
      answer.dispose()
      pause(milliseconds: 2)
    }
    exit(0)
  }
}

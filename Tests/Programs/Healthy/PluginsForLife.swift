// healthy: objects that hold a bag, which holds a closure, which holds the object
// says: The eight plugins live as long as the program; their methods are the handlers of what they listen to, on purpose.
// allows: nothing

import Signals

private final class Plugin: Sendable {
  private let name: String
  private let handled = Shared(0)
  private let bag = DisposeBag()

  init(_ name: String) { self.name = name }

  func register(on events: Signal<String>) {
    events.filter { [name] in $0.hasPrefix(name) }.subscribe(next: handle).disposed(by: bag)
  }

  private func handle(_ event: String) { handled.update { $0 += event.count } }
}

enum PluginsForLife: LeakProgram {
  static func run() {
    let events = PublishSubject<String>()
    let names = ["git", "lint", "fold", "spell", "theme", "tree", "term", "todo"]
    for name in names {
      let plugin = Plugin(name)
      plugin.register(on: events)
      events.next("\(name) loaded")
      pause(milliseconds: 2)
    }
    for step in 0..<80 {
      events.next("\(names[step % names.count]) \(step)")
      pause(milliseconds: 2)
    }
  }
}

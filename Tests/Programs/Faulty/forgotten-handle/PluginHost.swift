// fault: forgotten-handle
// verdict: likely
// proof: run
// says: once, one of four plugins is unloaded without its handle, which the others are unloaded by

import Signals

/// Loads four plugins and unloads them; the one that failed to load is dropped from the list, subscription and all.
enum PluginHost: LeakProgram {
  static func run() {
    let events = PublishSubject<String>()
    var loaded: [(name: String, subscription: Subscription)] = []
    for name in ["spell", "git", "broken", "theme"] {
      let subscription = events.filter { $0.hasPrefix(name) }.subscribe(next: { _ in })  // LEAK
      loaded.append((name, subscription))
    }
    for event in ["spell: on", "git: pull", "broken: crash"] { events.next(event) }

    if mended {
      for plugin in loaded where plugin.name == "broken" { plugin.subscription.dispose() }
    }
    loaded.removeAll { $0.name == "broken" }
    for event in ["spell: off", "broken: ?", "broken: !"] { events.next(event) }

    for plugin in loaded { plugin.subscription.dispose() }
    loaded = []
    for _ in 0..<10 { events.next("broken: again") }
    pause(milliseconds: 40)
  }
}

// fault: forgotten-handle
// verdict: likely
// proof: run
// says: what is no longer to be watched is taken out of a dictionary of plain handles, and its events are still listened to

import Signals

/// Which folders are watched; the events of all come from one source of the system.
private struct Watcher {
  let events = PublishSubject<String>()
  var watched: [String: Subscription] = [:]

  mutating func configure(_ folders: Set<String>) {
    for folder in watched.keys where !folders.contains(folder) {
      if mended { watched[folder]?.dispose() }
      watched[folder] = nil
    }
    for folder in folders where watched[folder] == nil {
      watched[folder] = events.filter { $0.hasPrefix(folder) }.subscribe(next: { _ in })  // LEAK
    }
  }
}

/// A file watcher whose configuration is read anew while it runs.
enum WatchedFolders: LeakProgram {
  static func run() {
    var watcher = Watcher()
    for turn in 0..<8 {
      watcher.configure(["src", "build\(turn)", "cache\(turn / 2)"])
      for event in 0..<4 {
        watcher.events.next("build\(turn)/\(event).o")
        pause(milliseconds: 3)
      }
    }
    for event in 0..<10 {
      watcher.events.next("src/\(event).swift")
      pause(milliseconds: 4)
    }
    for watch in watcher.watched.values { watch.dispose() }
  }
}

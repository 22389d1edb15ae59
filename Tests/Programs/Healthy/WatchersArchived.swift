// healthy: handles leave the dictionary that had them undisposed, and what they are of is alive at the end
// says: A folder that is watched no longer is still followed by the archive, which takes the handle over.

import Signals

private struct Archive {
  var followed: [String: Subscription] = [:]
}

private struct Watcher {
  let events = PublishSubject<String>()
  var watched: [String: Subscription] = [:]
  var archive = Archive()

  mutating func configure(_ folders: Set<String>) {
    for (folder, watch) in watched where !folders.contains(folder) {
      watched[folder] = nil
      archive.followed[folder] = watch
    }
    for folder in folders where watched[folder] == nil {
      watched[folder] = events.filter { $0.hasPrefix(folder) }.subscribe(next: { _ in })
    }
  }
}

/// A backup program: what is not watched for changes any more goes on in the archive, for as long as the program runs.
enum WatchersArchived: LeakProgram {
  static func run() {
    var watcher = Watcher()
    for turn in 0..<3 {
      watcher.configure(["photos", "music\(turn)"])
      for event in 0..<6 {
        watcher.events.next("music\(turn)/\(event).flac")
        pause(milliseconds: 3)
      }
    }
    for event in 0..<40 {
      watcher.events.next("photos/\(event).jpg")
      pause(milliseconds: 3)
    }
    print("kept", watcher.watched.count + watcher.archive.followed.count)
    withExtendedLifetime(watcher) { killed() }
  }
}

// healthy: some of a line were disposed, the newest are alive at the end, held by a list
// says: A dashboard shows the newest three feeds and disposes the oldest as a new one comes.
// allows: nothing

import Glibc
import Signals

private let data = PublishSubject<Int>()
private nonisolated(unsafe) var feeds: [Disposable] = []

enum NewestThreeFeeds: LeakProgram {
  static func run() {
    for number in 0..<18 {
      feeds.append(data.filter { $0 >= number }.subscribe(next: { _ in }))
      if feeds.count > 3 { feeds.removeFirst().dispose() }
      data.next(number)
      pause(milliseconds: 4)
    }
    for number in 0..<10 {
      data.next(number)
      pause(milliseconds: 3)
    }
    kill(getpid(), SIGTERM)
    pause(milliseconds: 1_000)
  }
}

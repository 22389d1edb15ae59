// healthy: a cache that holds ten, and disposes what it drops
// allows: nothing

import Signals

/// Maps that are kept up to date as long as they are among the last ten.
enum CacheOfTen: LeakProgram {
  static func run() {
    let updates = PublishSubject<Int>()
    var maps: [(number: Int, feed: Subscription)] = []
    for number in 0..<40 {
      maps.append((number, updates.filter { $0 == number }.subscribe(next: { _ in })))
      if maps.count > 10 { maps.removeFirst().feed.dispose() }
      updates.next(number)
      pause(milliseconds: 1)
    }
    for number in 0..<40 {
      updates.next(number)
      pause(milliseconds: 1)
    }
    withExtendedLifetime(maps) {}
  }
}

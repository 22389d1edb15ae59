// fault: forgotten-handle
// verdict: likely
// proof: run
// says: the lazy map subscribes once as the lockers are counted, and once more for the handles that are disposed

import Signals

/// A wall of parcel lockers; each delivery round listens to the doors of some of them.
private struct Round {
  let doors: Signal<Int>
  let lockers: [Int]

  func deliver() {
    let listening = lockers.lazy.map { locker in
      doors.filter { $0 == locker }.subscribe(next: { _ in })  // LEAK
    }
    if mended {
      let handles = Array(listening)
      pause(milliseconds: 3)
      handles.forEach { $0.dispose() }
    } else {
      let isReady = listening.allSatisfy { !$0.isDisposed }  // LEAK
      if isReady { pause(milliseconds: 3) }
      listening.forEach { $0.dispose() }
    }
  }
}

enum LazyLockers: LeakProgram {
  static func run() {
    let doors = PublishSubject<Int>()
    let counter = doors.scan(0) { count, _ in count + 1 }.subscribe(next: { _ in })
    for round in 0..<10 {
      Round(doors: doors, lockers: [round, round + 10, round + 20]).deliver()
      for door in 0..<30 { doors.next(door) }
    }
    for door in 0..<60 {
      doors.next(door % 30)
      if door % 3 == 0 { pause(milliseconds: 2) }
    }
    counter.dispose()
  }
}

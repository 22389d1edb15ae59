// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: create returns the disposable of its timer, but not of what it has subscribed to

import Signals

/// Joins a heartbeat with the data of a line, by hand.
enum HelperWithoutReturn: LeakProgram {
  static func run() {
    let clock = QueueScheduler("line")
    let data = PublishSubject<Int>()
    let line = Signal<Int>.create { subscriber in  // LEAK
      let heart = clock.schedule(after: .milliseconds(2), every: .milliseconds(2)) { subscriber.next(0) }
      let feed = data.subscribe(next: { subscriber.next($0) })  // LEAK
      return mended
        ? Disposable {
          heart.dispose(); feed.dispose()
        } : heart
    }
    for client in 0..<5 {
      let reading = line.subscribe(next: { _ in })
      data.next(client)
      pause(milliseconds: 8)
      reading.dispose()
    }
    for value in 0..<60 {
      data.next(value)
      pause(milliseconds: 1)
    }
  }
}

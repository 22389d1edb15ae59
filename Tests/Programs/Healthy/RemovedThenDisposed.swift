// healthy: removed from a composite undisposed
// says: A window gives up its tabs by removing them, and the strip that they came from disposes each a little later, on a queue.
// allows: nothing

import Signals

private let pages = PublishSubject<Int>()
private let window = CompositeDisposable()
private let cleaning = QueueScheduler("cleaning")

enum RemovedThenDisposed: LeakProgram {
  static func run() {
    for number in 0..<20 {
      let tab = pages.filter { $0 == number }.subscribe(next: { _ in })
      window.add(tab)
      pages.next(number)
      window.remove(tab)
      cleaning.schedule(after: .milliseconds(8)) { tab.dispose() }
      pause(milliseconds: 3)
    }
    pause(milliseconds: 40)
    for page in 0..<20 { pages.next(page) }
  }
}

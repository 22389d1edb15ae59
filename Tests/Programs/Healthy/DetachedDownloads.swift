// healthy: removed from its owner and still alive, no other owner
// says: A download that is moved into the background goes on without its page and completes.
// allows: nothing

import Signals

enum DetachedDownloads: LeakProgram {
  static func run() {
    let clock = QueueScheduler("net")
    let page = CompositeDisposable()
    let finished = Shared(0)
    for file in 0..<10 {
      let download = Signal<Int>.timer(after: .milliseconds(20), on: clock).map { $0 + file }
        .subscribe(next: { _ in finished.update { $0 += 1 } })
      page.add(download)
      page.remove(download)
      pause(milliseconds: 3)
    }
    page.dispose()
    pause(milliseconds: 150)
    print("finished", finished.value)
  }
}

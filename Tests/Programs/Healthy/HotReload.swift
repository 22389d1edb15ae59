// healthy: removed from an owner without disposal; disposed on another thread later
// says: A plugin that is replaced finishes what it has begun and puts itself away on its own queue.
// allows: nothing

import Dispatch
import Signals
import Synchronization

private final class Plugin: Sendable {
  let version: Int
  let handled = Atomic<Int>(0)
  private let queue = DispatchQueue(label: "plugin")
  private let listening = Mutex<Disposable?>(nil)

  init(_ version: Int) { self.version = version }

  func start(_ events: Signal<Int>, in life: CompositeDisposable) {
    let new = events.map { $0 + self.version }
      .subscribe(next: { [weak self] _ in self?.handled.add(1, ordering: .relaxed) })
    listening.withLock { $0 = new }
    life.add(new)
  }

  func retire(from life: CompositeDisposable) {
    guard let old = listening.withLock({ $0 }) else { return }
    life.remove(old)
    queue.async {
      pause(milliseconds: 5)
      old.dispose()
    }
  }
}

enum HotReload: LeakProgram {
  static func run() {
    let events = PublishSubject<Int>()
    let life = CompositeDisposable()
    var current = Plugin(0)
    current.start(events, in: life)
    for version in 1..<30 {
      let next = Plugin(version)
      next.start(events, in: life)
      current.retire(from: life)
      current = next
      for event in 0..<4 {
        events.next(event)
        pause(milliseconds: 2)
      }
    }
    print("handled", current.handled.load(ordering: .relaxed))
    life.dispose()
  }
}

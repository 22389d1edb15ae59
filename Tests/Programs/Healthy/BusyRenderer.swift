// healthy: a queue that grows: deliver on a scheduler that is behind
// says: The renderer is busy for a while; what waited is drawn afterwards, and nothing is left waiting.
// allows: nothing

import Signals
import Synchronization

private final class Renderer: Sendable {
  let frames = Atomic<Int>(0)
  private let queue = QueueScheduler("renderer")
  private let bag = DisposeBag()

  func show(_ changes: Signal<Int>) {
    changes
      .deliver(on: queue)
      .subscribe(next: { change in
        if change % 400 == 0 { pause(milliseconds: 20) }
        self.frames.add(1, ordering: .relaxed)
      })
      .disposed(by: bag)
  }
}

enum BusyRenderer: LeakProgram {
  static func run() {
    let changes = PublishSubject<Int>()
    let renderer = Renderer()
    renderer.show(changes)
    for change in 0..<2000 { changes.next(change) }
    while renderer.frames.load(ordering: .relaxed) < 2000 { pause(milliseconds: 5) }
    print("frames", renderer.frames.load(ordering: .relaxed))
  }
}

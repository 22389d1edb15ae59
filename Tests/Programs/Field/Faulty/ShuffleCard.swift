// fault: task-within-a-task
// verdict: suspect
// proof: run
// says: the loop runs in a task within the task of the view; only the outer one is cancelled, and the inner one goes on
// source: Automattic/pocket-casts-ios #4752
// fix: the loop runs in the task of the view itself, and ends with it

import Signals

/// A card that shows how the queue is shuffled, again and again, while it is on the screen.
private final class ShuffleCardView: Sendable {
  let phase = Shared(0)
  private let clock: QueueScheduler
  private let task = Shared<Task<Void, any Error>?>(nil)

  init(on clock: QueueScheduler) { self.clock = clock }

  func appear() {
    let phases = Signal<Int>.interval(.milliseconds(8), on: clock).map { $0 % 4 }
    let shown = Task { [phase] in
      if mended {
        for try await next in phases.values() { phase.update { $0 = next } }
      } else {
        _ = Task { for try await next in phases.values() { phase.update { $0 = next } } }  // LEAK
      }
    }
    task.update { $0 = shown }
  }

  func disappear() {
    let shown = task.update { task in
      defer { task = nil }
      return task
    }
    shown?.cancel()
  }
}

enum ShuffleCard: LeakProgram {
  static func run() {
    let clock = QueueScheduler("animation")
    let pages = PublishRelay<Int>()
    let dots = pages.distinctUntilChanged().subscribe(next: { _ in })
    var last = 0
    for opening in 0..<4 {
      let card = ShuffleCardView(on: clock)
      for page in 0..<3 {
        pages.accept(opening * 3 + page)
        if page == 1 { card.appear() }
        pause(milliseconds: 25)
        if page == 1 { card.disappear() }
      }
      last = card.phase.value
    }
    pause(milliseconds: 40)
    print("last phase", last)
    dots.dispose()
  }
}

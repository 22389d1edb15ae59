// fault: growth
// verdict: suspect
// proof: run
// says: a tab subscribes each time that it appears, and nothing ends that when it disappears

import Glibc
import Signals

private final class Tab: Sendable {
  private let store: Signal<Int>
  private let shown = Shared(0)
  private let main = QueueScheduler("main")

  init(_ store: Signal<Int>) { self.store = store }

  func willAppear() {
    _ = store.distinctUntilChanged()
      .take(mended ? 1 : .max)
      .deliver(on: main)
      .subscribe(next: { [shown] value in shown.update { $0 = value } })  // LEAK
  }
}

/// An application with three tabs, which are made once and shown again and again.
enum AppearingTabs: LeakProgram {
  static func run() {
    let store = BehaviorSubject(0)
    let tabs = (0..<3).map { _ in Tab(store) }
    for visit in 0..<36 {
      tabs[visit % 3].willAppear()
      store.next(visit)
      pause(milliseconds: 4)
    }
    pause(milliseconds: 20)
    exit(0)
  }
}

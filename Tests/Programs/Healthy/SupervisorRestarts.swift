// healthy: handles overwritten without disposal, again and again, in a dictionary of an actor
// says: A child is started again only when it has failed, and what has failed is over by itself.
// allows: nothing

import Signals

private struct Crashed: Error {
  let child: String
}

/// Starts its children, and those that crash once more.
private actor Supervisor {
  private var children: [String: Disposable] = [:]
  private var restarts = 0
  private var isStopped = false
  private let ticks: Signal<Int>

  init(_ ticks: Signal<Int>) { self.ticks = ticks }

  func start(_ child: String) {
    guard !isStopped else { return }
    let life = child.count + restarts % 3
    let work = ticks.scan(0) { count, _ in count + 1 }.map { count in
      if count > life { throw Crashed(child: child) }
      return count
    }
    children[child] = work.subscribe(
      next: { _ in }, error: { _ in Task { await self.crashed(child) } })
  }

  private func crashed(_ child: String) {
    restarts += 1
    if restarts < 40 { start(child) } else { children[child] = nil }
  }

  func stop() {
    isStopped = true
    for child in children.values { child.dispose() }
    children = [:]
  }
}

enum SupervisorRestarts: LeakProgram {
  static func run() {
    let ticks = PublishSubject<Int>()
    let supervisor = Supervisor(ticks)
    let isDone = Flag()
    Task {
      for child in ["parser", "writer", "indexer"] { await supervisor.start(child) }
      for tick in 0..<90 {
        ticks.next(tick)
        try? await Task.sleep(for: .milliseconds(2))
      }
      await supervisor.stop()
      isDone.raise()
    }
    isDone.wait()
    for tick in 0..<5 { ticks.next(tick) }
  }
}

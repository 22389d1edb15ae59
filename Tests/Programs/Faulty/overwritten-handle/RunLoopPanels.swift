// fault: overwritten-handle
// verdict: likely
// proof: run
// says: a panel that is shown again takes its ticker's place in the table; the ticker before it ticks on

import Foundation
import Signals
import SignalsFoundation

/// Panels on a thread with a run loop, each with a ticker while it is shown.
private final class Panels: Sendable {
  let ticks = PublishSubject<Int>()
  private let tickers = Shared<[String: Disposable]>([:])
  private let scheduler: RunLoopScheduler

  init(_ loop: RunLoop) { scheduler = RunLoopScheduler(loop) }

  func show(_ name: String) {
    let ticker = Signal<Int>.interval(.milliseconds(4), on: scheduler)
      .measureInterval(on: scheduler)
      .subscribe(next: { [ticks] _ in ticks.next(1) })  // LEAK
    let before = tickers.update { $0.updateValue(ticker, forKey: name) }
    if mended { before?.dispose() }
  }

  func hide(_ name: String) { tickers.update { $0.removeValue(forKey: name) }?.dispose() }
}

enum RunLoopPanels: LeakProgram {
  static func run() {
    let isDone = Flag()
    let thread = Thread {
      let panels = Panels(RunLoop.current)
      let all = panels.ticks.count().subscribe(next: { _ in })
      for name in ["files", "search", "files", "build", "search"] {
        panels.show(name)
        RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.015))
      }
      for name in ["build", "files", "search"] {
        panels.hide(name)
        RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.01))
      }
      RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.08))
      all.dispose()
      isDone.raise()
    }
    thread.start()
    isDone.wait()
  }
}

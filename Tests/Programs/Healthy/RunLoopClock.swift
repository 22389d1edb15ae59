// healthy: intervals on a run loop, one a panel, one of them alive to the end
// says: A panel that is hidden disposes its ticker, and one that is shown again replaces it; the clock runs to the end.
// allows: nothing

import Foundation
import Signals
import SignalsFoundation

private final class Panels: Sendable {
  let ticks = BehaviorSubject(0)
  private let tickers = Shared<[String: SerialDisposable]>([:])
  private let scheduler: RunLoopScheduler
  private let bag = DisposeBag()

  init(_ loop: RunLoop) { scheduler = RunLoopScheduler(loop) }

  func startClock() {
    Signal<Int>.interval(.milliseconds(6), on: scheduler).timestamp(on: scheduler)
      .subscribe(next: { [ticks] in ticks.next($0.value) })
      .disposed(by: bag)
  }

  func show(_ name: String) {
    let place = tickers.update { tickers in
      let place = tickers[name] ?? SerialDisposable()
      tickers[name] = place
      return place
    }
    place.inner = Signal<Int>.interval(.milliseconds(4), on: scheduler).measureInterval(on: scheduler)
      .subscribe(next: { _ in })
  }

  func hide(_ name: String) { tickers.update { $0.removeValue(forKey: name) }?.dispose() }
}

enum RunLoopClock: LeakProgram {
  static func run() {
    let isDone = Flag()
    let thread = Thread {
      let panels = Panels(RunLoop.current)
      panels.startClock()
      for name in ["files", "search", "files", "build", "search", "files"] {
        panels.show(name)
        RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.015))
      }
      for name in ["build", "files", "search"] { panels.hide(name) }
      RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.06))
      isDone.raise()
      withExtendedLifetime(panels) { while true { pause(milliseconds: 50) } }
    }
    thread.start()
    isDone.wait()
    exit(0)
  }
}

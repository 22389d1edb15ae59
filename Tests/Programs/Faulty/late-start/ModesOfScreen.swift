// fault: late-start
// verdict: likely
// proof: run
// says: as the screen closes it sends one more mode, and flatMapLatest begins the polling of that one after the stop

import Signals

private enum Mode: Sendable {
  case list, detail, idle
}

/// A screen that polls as fast as its mode asks for, and says "idle" as the last thing.
private struct Screen {
  let modes = PublishSubject<Mode>()
  let closed = PublishSubject<Void>()
  let clock: QueueScheduler

  private func poll(_ mode: Mode) -> Signal<Int> {
    let period: Duration =
      switch mode {
      case .list: .milliseconds(3)
      case .detail: .milliseconds(2)
      case .idle: .milliseconds(7)
      }
    return Signal<Int>.interval(period, on: clock)
  }

  func refreshes() -> Signal<Int> {
    if mended {
      modes.flatMapLatest { [self] in poll($0) }.take(until: closed)
    } else {
      modes.take(until: closed).endWith(.idle)  // LEAK
        .flatMapLatest { [self] in poll($0) }  // LEAK
    }
  }
}

enum ModesOfScreen: LeakProgram {
  static func run() {
    let clock = QueueScheduler("screen")
    let refreshed = Shared(0)
    for number in 0..<4 {
      let screen = Screen(clock: clock)
      _ = screen.refreshes().subscribe(next: { _ in refreshed.update { $0 += 1 } })
      screen.modes.next(.list)
      pause(milliseconds: 8)
      if number % 2 == 0 { screen.modes.next(.detail) }
      pause(milliseconds: 8)
      screen.closed.next(())
    }
    pause(milliseconds: 120)
  }
}

// fault: connection
// verdict: suspect
// proof: run
// says: the view makes its timer, which connects at once, each time that it is rendered (Combine: Timer.publish in a view's body)

import Signals

/// A view that is made anew whenever the model changes.
private struct ClockView: Sendable {
  let beats: Signal<Int>

  init(on clock: QueueScheduler) {
    let timer = Signal<Int>.interval(.milliseconds(2), on: clock)
    if mended {
      beats = timer.share(replay: 1)
    } else {
      beats = timer.replayLast()  // LEAK
    }
  }
}

enum RenderedClock: LeakProgram {
  static func run() {
    let clock = QueueScheduler("run loop")
    let model = MutableProperty(0)
    let shown = SerialDisposable()
    let titles = model.signal.map { "\($0)" }.subscribe(next: { _ in })
    let rendering = model.signal.subscribe(next: { time in
      shown.inner = ClockView(on: clock).beats.map { $0 + time }.subscribe(next: { _ in })
    })
    for time in 1..<5 {
      pause(milliseconds: 10)
      model.set(time)
    }
    pause(milliseconds: 12)
    rendering.dispose()
    titles.dispose()
    shown.dispose()
    pause(milliseconds: 25)
  }
}

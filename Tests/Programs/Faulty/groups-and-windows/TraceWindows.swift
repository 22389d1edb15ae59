// fault: groups-and-windows
// verdict: suspect
// proof: run
// says: each window is merged with a clock that does not end with it, so no window is ever done

import Signals

/// A trace that is cut into windows, of which each is to be shown with a clock.
enum TraceWindows: LeakProgram {
  static func run() {
    let clock = QueueScheduler("trace")
    let samples = PublishSubject<Int>()
    let cut = PublishSubject<Void>()
    let ticks = Signal<Int>.interval(.milliseconds(3), on: clock)
    let windows = samples.window(on: cut).flatMap { window in  // LEAK
      mended
        ? window.merge(ticks.take(until: window.last().mapReplace(())))
        : window.merge(ticks)  // LEAK
    }
    let drawn = Shared(0)
    let drawing = windows.subscribe(next: { _ in drawn.update { $0 += 1 } })
    for number in 0..<14 {
      for sample in 0..<5 { samples.next(sample) }
      pause(milliseconds: 5)
      cut.next(())
      _ = number
    }
    pause(milliseconds: 20)
    print("drawn", drawn.value)
    drawing.dispose()
  }
}

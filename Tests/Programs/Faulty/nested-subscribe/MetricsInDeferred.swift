// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: what is made anew for each subscriber begins a subscription of its own on the way, which nothing ends

import Signals

/// Downloads whose speed is measured while they last, or longer.
enum MetricsInDeferred: LeakProgram {
  static func run() {
    let clock = QueueScheduler("network")
    let measured = Shared(0)
    let download = Signal<Int>.deferred {
      let speed = Signal<Int>.interval(.milliseconds(2), on: clock)
      let blocks = Signal<Int>.interval(.milliseconds(1), on: clock).take(5)
      if mended {
        return blocks.merge(speed.take(until: blocks.last().mapReplace(())).filter { _ in false })
      }
      _ = speed.subscribe(next: { _ in measured.update { $0 += 1 } })  // LEAK
      return blocks
    }
    for _ in 0..<10 {
      let done = Flag()
      let subscription = download.subscribe(next: { _ in }, completed: { done.raise() })
      done.wait()
      subscription.dispose()
    }
    pause(milliseconds: 40)
    print("measured", measured.value)
  }
}

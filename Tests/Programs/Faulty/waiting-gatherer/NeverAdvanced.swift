// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the events are delivered on a virtual clock that nobody advances outside of tests

import Signals

/// A service that was tested with virtual time, and kept it.
enum NeverAdvanced: LeakProgram {
  static func run() {
    let clock = VirtualTimeScheduler()
    let events = PublishSubject<Int>()
    let handled = Shared(0)
    let service =
      events
      .deliver(on: clock)  // LEAK
      .subscribe(next: { _ in handled.update { $0 += 1 } })
    for batch in 0..<25 {
      for event in 0..<120 { events.next(batch * 120 + event) }
      if mended { clock.advance(by: .milliseconds(1)) }
      pause(milliseconds: 1)
    }
    print("handled \(handled.value > 0)")
    service.dispose()
  }
}

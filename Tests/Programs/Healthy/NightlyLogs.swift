// healthy: replays that are filled while nobody is subscribed
// says: The logs of four machines are kept while nobody watches, and read in the morning.
// allows: nothing

import Signals

/// A machine that writes down all that it does.
private final class Machine: Sendable {
  let log = ReplaySubject<String>()
  private let watch = SerialDisposable()

  func work(_ step: Int) { log.next("step \(step)") }

  func show(in lines: Shared<Int>) { watch.inner = log.subscribe(next: { _ in lines.update { $0 += 1 } }) }
  func hide() { watch.inner = nil }
}

enum NightlyLogs: LeakProgram {
  static func run() {
    let machines = (0..<4).map { _ in Machine() }
    let evening = Shared(0)
    let morning = Shared(0)
    for machine in machines {
      machine.show(in: evening)
      machine.work(0)
      machine.hide()
    }
    for step in 1..<40 {
      for machine in machines { machine.work(step) }
      pause(milliseconds: 3)
    }
    for machine in machines { machine.show(in: morning) }
    pause(milliseconds: 20)
    for machine in machines { machine.hide() }
    print("evening", evening.value, "morning", morning.value)
  }
}

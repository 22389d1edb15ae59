// fault: connection
// verdict: likely
// proof: run
// says: one of the many who share the location forgets to leave, so the receiver stays on

import Signals

/// Apps that share the location as long as anybody needs it.
enum SharedLocation: LeakProgram {
  static func run() {
    let clock = QueueScheduler("gps")
    let location = Signal<Int>.interval(.milliseconds(3), on: clock).share(replay: 1)
    let map = location.subscribe(next: { _ in })
    let weather = location.map { $0 / 10 }.subscribe(next: { _ in })
    countSteps(of: location)
    for _ in 0..<3 {
      let photo = location.subscribe(next: { _ in })
      pause(milliseconds: 10)
      photo.dispose()
    }
    map.dispose()
    weather.dispose()
    pause(milliseconds: 120)
  }

  private static func countSteps(of location: Signal<Int>) {
    let steps = location.scan(0) { $0 + $1 }.subscribe(next: { _ in })  // LEAK
    pause(milliseconds: 8)
    if mended { steps.dispose() }
  }
}

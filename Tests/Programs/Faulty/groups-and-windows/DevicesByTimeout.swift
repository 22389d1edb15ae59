// fault: groups-and-windows
// verdict: suspect
// proof: run
// says: a device that falls silent is replaced within its group by a blinking that nothing ends, one more with each device

import Signals

private struct Reading: Sendable {
  let device: String
  let value: Int
}

/// Shows the state of each device: its readings, and "offline" when none has come for a while.
private final class DeviceBoard: Sendable {
  let readings = PublishSubject<Reading>()
  private let clock = QueueScheduler("devices")

  private func offline(_ device: String) -> Signal<String> {
    let blinking = Signal<Int>.interval(.milliseconds(4), on: clock).map { _ in "\(device) offline" }
    return mended ? blinking.take(1) : blinking
  }

  func states() -> Signal<String> {
    readings
      .groupBy { $0.device }
      .flatMap { [self] device in  // LEAK
        device.map { "\($0.device) \($0.value)" }
          .timeout(eachValue: .milliseconds(12), other: offline(device.key), on: clock)  // LEAK
      }
  }
}

enum DevicesByTimeout: LeakProgram {
  static func run() {
    let board = DeviceBoard()
    let shown = Shared(0)
    let showing = board.states().subscribe(next: { _ in shown.update { $0 += 1 } })
    for device in 0..<18 {
      for value in 0..<3 { board.readings.next(Reading(device: "sensor \(device)", value: value)) }
      pause(milliseconds: 14)
    }
    pause(milliseconds: 60)
    print("shown", shown.value > 0)
    killed(holding: showing)
  }
}

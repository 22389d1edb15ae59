// fault: late-start
// verdict: suspect
// proof: run
// says: the maintenance window closes above the queue; devices that wait in it are flashed when it is long over

import Signals

/// Flashes devices one at a time, in a window of five minutes.
private struct Rollout: Sendable {
  let clock: VirtualTimeScheduler
  let window = Duration.seconds(300)

  private func flash(_ device: Int) -> Signal<Int> {
    Signal<Int>.interval(.seconds(20), on: clock).take(3).map { block in device * 10 + block }
  }

  func run(_ fleet: Signal<Int>) -> Signal<Int> {
    if mended { return fleet.concatMap { flash($0) }.take(for: window, on: clock) }
    return fleet.take(for: window, on: clock)  // LEAK
      .concatMap { flash($0) }  // LEAK
  }
}

enum FirmwareRollout: LeakProgram {
  static func run() {
    let clock = VirtualTimeScheduler()
    let fleet = PublishSubject<Int>()
    let tooLate = Shared(Set<Int>())
    let rollout = Rollout(clock: clock)
    let flashing = rollout.run(fleet)
      .subscribe(next: { block in
        if clock.now > rollout.window { tooLate.update { _ = $0.insert(block / 10) } }
      })
    for device in 0..<14 { fleet.next(device) }
    for _ in 0..<75 {
      clock.advance(by: .seconds(10))
      pause(milliseconds: 2)
    }
    withExtendedLifetime(flashing) { print("flashed after the window", tooLate.value.sorted()) }
  }
}

// healthy: take(while:) above flatMapLatest; the inner signal goes on
// says: The steps of the start are followed until the device is ready, and then its stream goes on: the last step is the one that counts.
// allows: nothing

import Glibc
import Signals
import Synchronization

private enum Step: Sendable { case off, booting(Int), ready }

private final class Device: Sendable {
  let steps = PublishSubject<Step>()
  let stream = PublishSubject<Int>()
}

private final class Monitor: Sendable {
  let shown = Atomic<Int>(0)
  private let bag = DisposeBag()

  func watch(_ device: Device) {
    device.steps
      .take(inclusive: true, while: { if case .ready = $0 { false } else { true } })
      .flatMapLatest { step -> Signal<Int> in
        switch step {
        case .off: .empty()
        case .booting(let percent): .just(percent)
        case .ready: device.stream
        }
      }
      .subscribe(next: { _ in self.shown.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum ReadyThenStream: LeakProgram {
  static func run() {
    let devices = (0..<4).map { _ in Device() }
    let monitor = Monitor()
    for device in devices {
      monitor.watch(device)
      device.steps.next(.off)
      for percent in [10, 50, 90] { device.steps.next(.booting(percent)) }
      pause(milliseconds: 10)
      device.steps.next(.ready)
    }
    for frame in 0..<40 {
      for device in devices { device.stream.next(frame) }
      pause(milliseconds: 3)
    }
    print("shown", monitor.shown.load(ordering: .relaxed))
    exit(0)
  }
}

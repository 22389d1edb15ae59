// healthy: values wait in a queue at exit
// says: Telemetry is sent a tenth of a second late on purpose; what is younger than that waits when the process leaves.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Probe: Sendable {
  let samples = PublishSubject<Int>()
  let sent = Atomic<Int>(0)
  private let clock = QueueScheduler("telemetry")
  private let bag = DisposeBag()

  func start() {
    samples
      .filter { $0 % 3 != 0 }
      .delay(for: .milliseconds(100), on: clock)
      .subscribe(next: { _ in self.sent.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum DelayedTelemetry: LeakProgram {
  static func run() {
    let telemetry = Probe()
    telemetry.start()
    for sample in 0..<1200 {
      telemetry.samples.next(sample)
      if sample % 15 == 0 { pause(milliseconds: 3) }
    }
    print("sent", telemetry.sent.load(ordering: .relaxed) > 100)
    exit(0)
  }
}

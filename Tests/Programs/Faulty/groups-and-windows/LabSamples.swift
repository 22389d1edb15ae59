// fault: groups-and-windows
// verdict: suspect
// proof: run
// says: a sample that is archived is never measured again, but its group is kept, and so are all others

import Glibc
import Signals

private struct Measurement: Sendable {
  enum Step: Sendable { case received, measured, archived }
  let barcode: Int
  let step: Step
  var isLast: Bool { step == .archived }
}

/// A laboratory that follows each sample from the door to the archive.
private final class Laboratory: Sendable {
  let measurements = PublishSubject<Measurement>()
  let steps = Shared(0)

  func open() -> Subscription {
    measurements
      .groupBy { $0.barcode }
      .flatMap { sample in  // LEAK
        let own = mended ? sample.take(inclusive: true, while: { !$0.isLast }) : sample
        return own.scan(0) { count, _ in count + 1 }.map { (sample.key, $0) }
      }
      .subscribe(next: { [steps] _, _ in steps.update { $0 += 1 } })
  }
}

enum LabSamples: LeakProgram {
  static func run() {
    let laboratory = Laboratory()
    let following = laboratory.open()
    for barcode in 0..<90 {
      for step: Measurement.Step in [.received, .measured, .measured, .archived] {
        laboratory.measurements.next(Measurement(barcode: 7000 + barcode, step: step))
      }
      pause(milliseconds: 2)
    }
    print("steps", laboratory.steps.value)
    withExtendedLifetime(following) { exit(0) }
  }
}

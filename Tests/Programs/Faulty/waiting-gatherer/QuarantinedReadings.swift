// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: readings are held back until the probe is calibrated, which it said before anybody listened: none ever comes through

import Signals

/// A probe whose readings count from its calibration on.
private final class Probe: Sendable {
  let calibrated: Subject<Void> =
    mended ? ReplaySubject<Void>(capacity: 1) : PublishSubject<Void>()  // LEAK
  let readings = PublishSubject<Int>()

  func calibrate() {
    pause(milliseconds: 2)
    calibrated.next(())
  }

  var trusted: Signal<Int> { readings.skip(until: calibrated) }  // LEAK
}

enum QuarantinedReadings: LeakProgram {
  static func run() {
    let stored = Shared(0)
    let bag = DisposeBag()
    let probes = (0..<6).map { _ in Probe() }
    for probe in probes {
      probe.calibrate()
      probe.trusted
        .subscribe(next: { _ in stored.update { $0 += 1 } })
        .disposed(by: bag)
    }
    for reading in 0..<300 {
      for probe in probes { probe.readings.next(reading) }
      if reading % 10 == 0 { pause(milliseconds: 2) }
    }
    print("stored", stored.value)
    withExtendedLifetime(bag) {}
  }
}

// fault: create-does-not-stop
// verdict: certain
// proof: run
// says: what `create` returns turns off the needle, but does not dispose the subscription to the compass

import Signals

/// The compass of the phone: everybody reads the same one.
private final class Compass: Sendable {
  let raw = PublishSubject<Double>()
  let needles = Shared(0)
  let readings = Shared(0)
}

extension Compass {
  /// Degrees from true north, for as long as somebody looks.
  fileprivate func headings(declination: Double) -> Signal<Double> {
    .create { [self] subscriber in  // LEAK
      needles.update { $0 += 1 }
      let updates = raw.subscribe(next: { [readings] degrees in  // LEAK
        readings.update { $0 += 1 }
        subscriber.next(degrees + declination)
      })
      return Disposable { [self] in
        needles.update { $0 -= 1 }
        if mended { updates.dispose() }
      }
    }
  }
}

enum CompassBridge: LeakProgram {
  static func run() {
    let compass = Compass()
    for walk in 0..<4 {
      let arrow = compass.headings(declination: 3.5).subscribe(next: { _ in })
      for step in 0..<5 { compass.raw.next(Double(walk * 90 + step)) }
      arrow.dispose()
      pause(milliseconds: 14)
    }
    let before = compass.readings.value
    for degrees in 0..<10 { compass.raw.next(Double(degrees)) }
    print("needles", compass.needles.value, "readings", compass.readings.value - before)
  }
}

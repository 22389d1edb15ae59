// fault: reentrant-cycle
// verdict: finding
// proof: run
// says: shutter and aperture correct each other, and the rounding of one undoes that of the other at every turn

import Signals

/// The two wheels of a camera: who turns one moves the other.
private final class Wheels: Sendable {
  let shutter = BehaviorRelay(100)
  let aperture = BehaviorRelay(200)
  let turns = Shared(0)
  private let bag = DisposeBag()

  init() {
    shutter.subscribe(next: { [turns] _ in turns.update { $0 += 1 } }).disposed(by: bag)
    if mended {
      shutter.map { $0 * 2 }.distinctUntilChanged().bind(to: aperture).disposed(by: bag)
      aperture.map { $0 / 2 }.filter { [shutter] in $0 != shutter.value }.bind(to: shutter).disposed(by: bag)
    } else {
      shutter.map { $0 * 2 + 1 }.bind(to: aperture).disposed(by: bag)  // LEAK
      aperture.map { ($0 + 1) / 2 }.filter { $0 % 64 != 0 }.bind(to: shutter).disposed(by: bag)  // LEAK
    }
  }
}

enum ExposureTriangle: LeakProgram {
  static func run() {
    let wheels = Wheels()
    let flash = PublishSubject<Bool>()
    let light = flash.subscribe(next: { _ in })
    for shot in 0..<10 {
      wheels.shutter.accept(65 + shot * 64)
      flash.next(shot % 2 == 0)
      pause(milliseconds: 5)
    }
    print("turns", wheels.turns.value, "for 10 shots")
    light.dispose()
  }
}

// fault: wrong-flatten
// verdict: suspect
// proof: run
// says: each lens that is turned in begins to measure, and none before it stops: flatMapLatest was meant

import Signals

/// A microscope with a turret of lenses; the one in front measures how sharp the picture is.
private final class Microscope: Sendable {
  let lens = MutableProperty(4)
  let measured = Shared(0)
  private let clock = QueueScheduler("microscope")

  private func sharpness(through lens: Int) -> Signal<Int> {
    Signal<Int>.interval(.milliseconds(3), on: clock)
      .map { [measured] tick in
        measured.update { $0 += 1 }
        return 100 - abs(tick - lens)
      }
  }

  var sharpness: Signal<Int> {
    if mended { return lens.signal.flatMapLatest { lens in self.sharpness(through: lens) } }
    return lens.signal
      .flatMap { lens in self.sharpness(through: lens) }  // LEAK
  }
}

enum LensChooser: LeakProgram {
  static func run() {
    let microscope = Microscope()
    let best = Shared(0)
    let eyepiece = DisposeBag()
    microscope.sharpness
      .subscribe(next: { sharpness in best.update { $0 = max($0, sharpness) } })
      .disposed(by: eyepiece)
    for lens in [10, 20, 40, 60, 100, 60, 40, 20, 10, 4, 10, 20] {
      pause(milliseconds: 10)
      microscope.lens.set(lens)
    }
    pause(milliseconds: 60)
    eyepiece.dispose()
    print("sharpest", best.value > 0, "measured", microscope.measured.value > 0)
  }
}

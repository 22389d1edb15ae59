// fault: reentrant-cycle
// verdict: finding
// proof: run
// says: the volume sets the slider, which sets the volume again, rounded, so that they never quite agree

import Signals

private let volume = PublishSubject<Int>()
private let slider = PublishSubject<Int>()
private let bag = DisposeBag()

/// A slider and a volume that follow each other.
enum VolumeAndSlider: LeakProgram {
  static func run() {
    let left = Shared(4_000)
    volume
      .subscribe(next: { slider.next($0 / 2) })  // LEAK
      .disposed(by: bag)
    slider
      .subscribe(next: { position in  // LEAK
        let isLeft = left.update {
          $0 -= 1
          return $0 > 0
        }
        if !mended, isLeft { volume.next(position * 2 + 1) }
      })
      .disposed(by: bag)
    for number in 0..<10 { volume.next(number * 7) }
    pause(milliseconds: 20)
  }
}

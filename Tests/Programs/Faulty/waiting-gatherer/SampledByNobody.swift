// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: positions are sampled on the frames of a display that was never switched on, so none of them is ever shown

import Signals

/// A map on which cars move, as often as it is drawn.
enum SampledByNobody: LeakProgram {
  static func run() {
    let clock = QueueScheduler("display")
    let cars = PublishSubject<Int>()
    let frames = PublishSubject<Int>()
    let drawn = Shared(0)
    let bag = DisposeBag()
    cars.throttle(for: .milliseconds(10), on: clock).subscribe(next: { _ in }).disposed(by: bag)
    let display = Signal<Int>.interval(.milliseconds(4), on: clock).subscribe(next: { frame in
      if mended { frames.next(frame) }
    })
    cars.map { $0 * 2 }
      .sample(on: frames)  // LEAK
      .subscribe(next: { _ in drawn.update { $0 += 1 } })
      .disposed(by: bag)
    for car in 0..<3000 {
      cars.next(car)
      if car % 50 == 0 { pause(milliseconds: 3) }
    }
    print("drawn \(drawn.value)")
    display.dispose()
    bag.dispose()
  }
}

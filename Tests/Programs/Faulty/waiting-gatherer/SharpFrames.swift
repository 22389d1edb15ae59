// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: every frame is zipped with those of them that are sharp, one in four: three of four wait, and pairs do not even belong together

import Signals

/// A camera that stores the sharp frames with their originals.
enum SharpFrames: LeakProgram {
  static func run() {
    let clock = QueueScheduler("camera")
    let frames = PublishSubject<Int>()
    let exposure = BehaviorSubject(10)
    let stored = Shared(0)
    let bag = DisposeBag()
    frames.withLatestFrom(exposure) { $0 + $1 }.subscribe(next: { _ in }).disposed(by: bag)
    let battery = Signal<Int>.interval(.milliseconds(15), on: clock).subscribe(next: { _ in })
    let pairs: Signal<(Int, Int)>
    if mended {
      pairs = frames.filter { $0 % 4 == 0 }.map { ($0, $0) }
    } else {
      pairs = zip(frames, frames.filter { $0 % 4 == 0 })  // LEAK
    }
    pairs.subscribe(next: { _ in stored.update { $0 += 1 } }).disposed(by: bag)
    onAnotherThread {
      for frame in 0..<3600 {
        frames.next(frame)
        if frame % 300 == 0 { pause(milliseconds: 5) }
      }
    }
    print("stored \(stored.value)")
    battery.dispose()
    bag.dispose()
  }
}

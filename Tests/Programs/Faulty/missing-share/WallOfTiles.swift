// fault: missing-share
// verdict: finding
// proof: run
// says: five tiles subscribe to one cold camera, which therefore films five times

import Signals

/// One camera on five tiles.
enum WallOfTiles: LeakProgram {
  static func run() {
    let clock = QueueScheduler("camera")
    let frames = Shared(0)
    let camera = Signal<Int>.create { subscriber in  // LEAK
      clock.schedule(after: .milliseconds(2), every: .milliseconds(3)) {
        subscriber.next(
          frames.update {
            $0 += 1; return $0
          })
      }
    }
    let picture = mended ? camera.share() : camera
    let wall = DisposeBag()
    for tile in 0..<5 {
      picture.map { $0 + tile }.subscribe(next: { _ in }).disposed(by: wall)  // LEAK
    }
    pause(milliseconds: 80)
    wall.dispose()
  }
}

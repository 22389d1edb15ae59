// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: concatMap renders one after the other, far slower than pictures come: they wait in ever longer line

import Signals

/// Renders a thumbnail of each picture of a camera that is faster than the renderer.
enum ThumbnailsBehind: LeakProgram {
  static func run() {
    let clock = QueueScheduler("render")
    let camera = PublishSubject<Int>()
    let bag = DisposeBag()
    @Sendable func render(_ picture: Int) -> Signal<Int> {
      Signal<Int>.timer(after: .milliseconds(3), on: clock).map { _ in picture }
    }
    if mended {
      camera.flatMapFirst { render($0) }.subscribe(next: { _ in }).disposed(by: bag)
    } else {
      camera.concatMap { render($0) }.subscribe(next: { _ in }).disposed(by: bag)  // LEAK
    }
    for picture in 0..<4000 {
      camera.next(picture)
      if picture % 50 == 0 { pause(milliseconds: 1) }
    }
    pause(milliseconds: 30)
    bag.dispose()
  }
}

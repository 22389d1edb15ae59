// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: scan subscribes anew for each gear and has the handle before as its state, which it throws away undisposed

import Signals

/// The engine of a racing game: each gear listens to the throttle in its own way.
private final class Engine: Sendable {
  let gears = PublishSubject<Int>()
  let throttle = PublishSubject<Int>()
  private let sound = Shared(0)
  private let newest = SerialDisposable()
  private let bag = DisposeBag()

  func start() {
    newest.disposed(by: bag)
    gears
      .scan(Subscription?.none) { [throttle, sound, newest] before, gear in
        if mended { before?.dispose() }
        let listening = throttle.map { $0 * gear }
          .subscribe(next: { volume in sound.update { $0 = volume } })  // LEAK
        if mended { newest.inner = listening }
        return listening
      }
      .subscribe(next: { _ in })
      .disposed(by: bag)
  }

  func stop() { bag.dispose() }
}

enum GearShifts: LeakProgram {
  static func run() {
    let engine = Engine()
    let dial = engine.throttle.subscribe(next: { _ in })
    engine.start()
    for lap in 0..<4 {
      for gear in [1, 2, 3, 4, 5] {
        engine.gears.next(gear)
        for pressure in 0..<4 { engine.throttle.next(lap * 10 + pressure) }
        pause(milliseconds: 3)
      }
    }
    engine.stop()
    for pressure in 0..<20 {
      engine.throttle.next(pressure)
      pause(milliseconds: 2)
    }
    dial.dispose()
  }
}

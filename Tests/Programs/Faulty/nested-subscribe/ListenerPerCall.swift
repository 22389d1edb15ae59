// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: each call of the phone subscribes to the volume inside next, and no hanging up ends it

import Signals

/// A phone whose calls follow the volume knob.
enum ListenerPerCall: LeakProgram {
  static func run() {
    let calls = PublishSubject<Int>()
    let volume = BehaviorSubject(5)
    let hangUp = PublishSubject<Void>()
    let loudest = Shared(0)
    let phone = calls.subscribe(next: { _ in
      let knob = mended ? volume.take(until: hangUp) : volume
      _ = knob.subscribe(next: { level in loudest.update { $0 = max($0, level) } })  // LEAK
    })
    for call in 0..<18 {
      calls.next(call)
      volume.next(call % 10)
      pause(milliseconds: 2)
      hangUp.next(())
    }
    pause(milliseconds: 30)
    phone.dispose()
    volume.next(3)
    pause(milliseconds: 10)
  }
}

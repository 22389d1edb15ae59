// healthy: two relays that are bound to each other both ways, within each other's delivery
// says: Either dimmer sets the other, and what is the same already goes no further.
// allows: nothing

import Signals

/// Two dimmers of one lamp.
enum DimmersAgree: LeakProgram {
  static func run() {
    let door = BehaviorRelay(0)
    let bed = BehaviorRelay(0)
    let bag = DisposeBag()
    door.distinctUntilChanged().bind(to: bed).disposed(by: bag)
    bed.distinctUntilChanged().bind(to: door).disposed(by: bag)
    for light in 0..<150 {
      if light % 2 == 0 { door.accept(light) } else { bed.accept(light) }
      if light % 5 == 0 { pause(milliseconds: 2) }
    }
    bag.dispose()
  }
}

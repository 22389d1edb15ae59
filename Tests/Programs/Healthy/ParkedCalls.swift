// healthy: removed from its owner without disposal
// says: A call that is parked moves from the desk to the switchboard, which ends it later.
// allows: nothing

import Signals

enum ParkedCalls: LeakProgram {
  static func run() {
    let voices = PublishSubject<Int>()
    let desk = CompositeDisposable()
    let switchboard = CompositeDisposable()
    for call in 0..<12 {
      let talk = voices.filter { $0 == call }.subscribe(next: { _ in })
      desk.add(talk)
      voices.next(call)
      desk.remove(talk)
      switchboard.add(talk)
      pause(milliseconds: 2)
    }
    for voice in 0..<40 {
      voices.next(voice % 12)
      pause(milliseconds: 2)
    }
    switchboard.dispose()
    desk.dispose()
    pause(milliseconds: 20)
  }
}

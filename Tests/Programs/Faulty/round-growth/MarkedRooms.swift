// fault: round-growth
// verdict: likely
// proof: run
// says: with every round that ends one more subscription stays, in twenty of twenty

import SignalTracing
import Signals

/// Rooms that are opened and closed in rounds, with a mark at the end of each.
enum MarkedRooms: LeakProgram {
  static func run() {
    let talk = PublishSubject<String>()
    for number in 0..<20 {
      let room = CompositeDisposable()
      room.add(talk.subscribe(next: { _ in }))
      let typing = talk.map { $0.count }.subscribe(next: { _ in })  // LEAK
      if mended { room.add(typing) }
      talk.next("room \(number)")
      room.dispose()
      Trace.mark("room closed")
    }
    pause(milliseconds: 25)
  }
}

// fault: recursion
// verdict: likely
// proof: run
// says: each room that is joined is merged to the merge of all before it, of which none is ever left: a chain as deep as the evening was long

import Signals

/// A view of all rooms that somebody is in.
enum JoinedRooms: LeakProgram {
  static func run() {
    let lobby = PublishSubject<Int>()
    let heard = Shared(0)
    let shown = SerialDisposable()
    let presence = lobby.map { $0 % 3 }.subscribe(next: { _ in })
    var rooms: [PublishSubject<Int>] = []
    var all: Signal<Int> = lobby
    for number in 0..<24 {
      let room = PublishSubject<Int>()
      rooms.append(room)
      if mended {
        rooms = rooms.suffix(3)
        all = .merge([lobby] + rooms)
      } else {
        all = all.merge(room)  // LEAK
      }
      shown.inner = all.subscribe(next: { _ in heard.update { $0 += 1 } })
      lobby.next(number)
      for room in rooms { room.next(number) }
      pause(milliseconds: 4)
    }
    print("heard \(heard.value)")
    presence.dispose()
    killed(holding: shown)
  }
}

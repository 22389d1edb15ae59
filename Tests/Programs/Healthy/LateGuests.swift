// healthy: subscribed after the stop has fired; handles let go
// says: The party's end is remembered by its signal, so who comes later is sent home at once.
// allows: nothing

import Signals

/// A party: its music is heard until the end, which is a state, not a moment.
private final class Party: Sendable {
  private let isOver = BehaviorSubject(false)
  private let songs = PublishSubject<Int>()
  private let danced = Shared(0)

  /// Somebody comes, and stays until the end.
  func come() {
    let danced = danced
    _ = songs.take(until: isOver.filter { $0 })
      .subscribe(next: { _ in danced.update { $0 += 1 } }, completed: {})
  }

  func play(_ song: Int) { songs.next(song) }
  func end() { isOver.next(true) }
  var dances: Int { danced.value }
}

enum LateGuests: LeakProgram {
  static func run() {
    for evening in 0..<4 {
      let party = Party()
      for guest in 0..<10 {
        // On some evenings it is over early, and half of the guests come too late.
        if guest == 5 + evening { party.end() }
        party.come()
        party.play(guest)
        pause(milliseconds: 6)
      }
      party.end()
      // The band does not notice.
      for song in 0..<8 {
        party.play(song)
        pause(milliseconds: 4)
      }
      print("dances", party.dances)
    }
  }
}

// healthy: regulars stay on purpose among guests who leave
// allows: suspect

import Signals

/// A club with regulars, who stay, among guests.
enum GuestsAndRegulars: LeakProgram {
  static func run() {
    let music = PublishSubject<Int>()
    let club = Club()
    for person in 0..<30 {
      club.enter(person, music)
      music.next(person)
      pause(milliseconds: 2)
      if person >= 3, (person - 3) % 7 != 0 { club.leave(person - 3) }
    }
    for person in 27..<30 { club.leave(person) }
    for beat in 0..<30 {
      music.next(beat)
      pause(milliseconds: 1)
    }
    withExtendedLifetime(club) {}
  }
}

private final class Club {
  private var inside: [Int: Subscription] = [:]
  func enter(_ person: Int, _ music: Signal<Int>) { inside[person] = music.subscribe(next: { _ in }) }
  func leave(_ person: Int) { inside.removeValue(forKey: person)?.dispose() }
}

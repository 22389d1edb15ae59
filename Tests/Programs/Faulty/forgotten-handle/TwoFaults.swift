// fault: forgotten-handle
// verdict: suspect
// fault2: some-do-not-end
// verdict2: likely
// proof: run
// says: of three subscriptions of a guest one is forgotten always, one when the guest leaves early; each is a fault of its own

import Signals

/// Guests of a hotel, who stay for two nights or leave after one.
enum TwoFaults: LeakProgram {
  static func run() {
    let bells = PublishSubject<Int>()
    for guest in 0..<10 {
      stay(guest, leavesEarly: guest % 4 == 3, bells)
      bells.next(100)
    }
    for bell in 0..<12 { bells.next(bell) }
    pause(milliseconds: 30)
  }

  private static func stay(_ guest: Int, leavesEarly: Bool, _ bells: PublishSubject<Int>) {
    let door = bells.filter { $0 == guest }.subscribe(next: { _ in })
    let breakfast = bells.filter { $0 > 50 }.subscribe(next: { _ in })  // LEAK
    let music = bells.map { $0 * 2 }.subscribe(next: { _ in })  // LEAK 2
    bells.next(guest)
    door.dispose()
    if mended { breakfast.dispose() }
    if leavesEarly && !mended { return }
    bells.next(guest)
    music.dispose()
  }
}

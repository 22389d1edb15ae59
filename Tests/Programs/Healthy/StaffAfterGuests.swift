// healthy: siblings were disposed, those that came last are nobody's and alive
// says: The tables of the guests are cleared when they leave; the staff come last and stay until the house is closed.
// allows: suspect

import Glibc
import Signals

@discardableResult
private func listen(to bell: Signal<Int>, for number: Int) -> Subscription {
  bell.filter { $0 % 7 == number }.subscribe(next: { _ in })
}

enum StaffAfterGuests: LeakProgram {
  static func run() {
    let bell = PublishSubject<Int>()
    for guest in 0..<14 {
      let table = listen(to: bell, for: guest % 7)
      bell.next(guest)
      pause(milliseconds: 2)
      table.dispose()
    }
    for member in 0..<4 { listen(to: bell, for: member) }
    for ring in 0..<50 {
      bell.next(ring)
      pause(milliseconds: 2)
    }
    exit(0)
  }
}

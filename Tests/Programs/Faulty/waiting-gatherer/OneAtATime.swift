// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: one place, and a first guest who never leaves: everybody else waits in flatMap's queue

import Signals

/// A barber with one chair.
enum OneAtATime: LeakProgram {
  static func run() {
    let guests = PublishSubject<Int>()
    let scissors = PublishSubject<Int>()
    let cuts = guests.flatMap(maxConcurrent: 1) { guest in  // LEAK
      mended ? scissors.map { $0 + guest }.take(1) : scissors.map { $0 + guest }
    }
    let salon = cuts.subscribe(next: { _ in })
    for guest in 0..<2500 {
      guests.next(guest)
      scissors.next(guest)
    }
    pause(milliseconds: 20)
    salon.dispose()
  }
}

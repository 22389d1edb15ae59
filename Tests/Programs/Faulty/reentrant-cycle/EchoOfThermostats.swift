// fault: reentrant-cycle
// verdict: finding
// proof: run
// says: each of two thermostats sets the other, again and again

import Signals

/// Two thermostats that are to show the same.
enum EchoOfThermostats: LeakProgram {
  static func run() {
    let hall = PublishSubject<Int>()
    let kitchen = PublishSubject<Int>()
    let turns = Shared(0)
    let one = (mended ? hall.distinctUntilChanged() : hall).subscribe(next: { value in  // LEAK
      if turns.update({
        $0 += 1; return $0 < 4000
      }) {
        kitchen.next(value)
      }  // LEAK
    })
    let two = (mended ? kitchen.distinctUntilChanged() : kitchen).subscribe(next: { value in  // LEAK
      if turns.update({
        $0 += 1; return $0 < 4000
      }) {
        hall.next(value)
      }  // LEAK
    })
    for value in 18..<22 {
      hall.next(value)
      pause(milliseconds: 5)
    }
    one.dispose()
    two.dispose()
  }
}

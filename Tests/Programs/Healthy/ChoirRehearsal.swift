// healthy: singers leave one by one, the conductor stays to the end and is disposed then
// allows: nothing

import Signals

/// A choir whose singers leave before the conductor.
enum ChoirRehearsal: LeakProgram {
  static func run() {
    let beat = PublishSubject<Int>()
    let conductor = beat.subscribe(next: { _ in })
    var singers = (0..<12).map { voice in beat.filter { $0 % 4 == voice % 4 }.subscribe(next: { _ in }) }
    var bar = 0
    while let singer = singers.popLast() {
      for _ in 0..<4 {
        beat.next(bar)
        bar += 1
      }
      singer.dispose()
      pause(milliseconds: 3)
    }
    for rest in 0..<8 { beat.next(rest) }
    conductor.dispose()
    pause(milliseconds: 10)
  }
}

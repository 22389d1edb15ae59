// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: the loser of a race that was written by hand is never disposed: CombineExt's amb, as it was reported

import Signals

/// Takes the mirror that answers first, by hand. As reported for CombineExt's `amb`: cancelling reached neither side.
enum FastestMirror: LeakProgram {
  static func run() {
    let clock = QueueScheduler("mirrors")
    let near = Signal<Int>.interval(.milliseconds(3), on: clock)
    let far = Signal<Int>.interval(.milliseconds(4), on: clock).map { -$0 }
    for _ in 0..<2 {
      let package = fastest(near, far).subscribe(next: { _ in })
      pause(milliseconds: 20)
      package.dispose()
    }
    pause(milliseconds: 100)
  }

  private static func fastest(_ near: Signal<Int>, _ far: Signal<Int>) -> Signal<Int> {
    .create { subscriber in  // LEAK
      let winner = Shared<String?>(nil)
      let runners = [("near", near), ("far", far)].map { name, mirror in
        mirror.subscribe(next: { value in
          let wins = winner.update { winner in
            winner = winner ?? name
            return winner == name
          }
          if wins { subscriber.next(value) }
        })
      }
      return Disposable { if mended { for runner in runners { runner.dispose() } } }
    }
  }
}

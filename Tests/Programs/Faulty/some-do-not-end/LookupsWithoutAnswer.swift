// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: a lookup that finds nothing forgets to call back; its single waits for ever

import Signals

/// Looks names up.
enum LookupsWithoutAnswer: LeakProgram {
  static func run() {
    let clock = QueueScheduler("names")
    for number in 0..<40 {
      let lookup = Single<Int>.create { answer in  // LEAK
        let timer = Signal<Int>.timer(after: .milliseconds(3), on: clock).subscribe(next: { _ in
          if number % 4 != 0 { answer(.success(number)) } else if mended { answer(.success(-1)) }
        })
        return timer
      }
      _ = lookup.subscribe(success: { _ in })
      pause(milliseconds: 5)
    }
    pause(milliseconds: 60)
  }
}

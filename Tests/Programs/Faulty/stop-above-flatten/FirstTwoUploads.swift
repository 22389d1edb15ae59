// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: take(2) has enough and ends the picks; the progress of the two uploads never ends below it

import Signals

/// A form that accepts two files and shows their progress; the others are turned away.
enum FirstTwoUploads: LeakProgram {
  static func run() {
    let ticks = PublishSubject<Int>()
    for user in 0..<5 {
      let picks = PublishSubject<String>()
      let done = PublishSubject<Void>()
      let progress: Signal<Int>
      if mended {
        progress = picks.take(2).flatMap { name in ticks.map { $0 * name.count } }.take(until: done)
      } else {
        progress =
          picks
          .take(2)  // LEAK
          .flatMap { name in ticks.map { $0 * name.count } }  // LEAK
      }
      _ = progress.subscribe(next: { _ in })
      for file in 0..<4 {
        picks.next("file\(user * 10 + file)")
        ticks.next(file)
      }
      done.next(())
    }
    for tick in 0..<20 { ticks.next(tick) }
    pause(milliseconds: 40)
  }
}

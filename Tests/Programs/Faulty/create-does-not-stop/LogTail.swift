// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: the thread that reads the log asks nobody whether somebody still listens

import Dispatch
import Signals

/// Tails a log on a thread of its own.
enum LogTail: LeakProgram {
  static func run() {
    let lines = Signal<Int>.create { subscriber in  // LEAK
      DispatchQueue.global().async {
        for line in 0..<90 {
          if mended && !subscriber.isOpen { return }
          subscriber.next(line)
          pause(milliseconds: 2)
        }
        if subscriber.isOpen { subscriber.completed() }
      }
      return Disposable()
    }
    let errors = lines.filter { $0 % 10 == 0 }.subscribe(next: { _ in })
    let first = lines.take(3).subscribe(next: { _ in })
    pause(milliseconds: 30)
    errors.dispose()
    first.dispose()
    pause(milliseconds: 120)
  }
}

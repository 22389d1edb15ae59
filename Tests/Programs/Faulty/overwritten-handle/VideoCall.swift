// fault: overwritten-handle
// verdict: likely
// proof: run
// says: a call that is transferred once overwrites the handle of its first line; hanging up ends the second only

import Signals

/// Calls that follow a line until they are hung up; the third one is transferred.
enum VideoCall: LeakProgram {
  static func run() {
    let frames = PublishSubject<Int>()
    for number in 0..<6 {
      var line: Disposable = frames.filter { $0 % 2 == 0 }.subscribe(next: { _ in })  // LEAK
      frames.next(number)
      if number == 2 {
        if mended { line.dispose() }
        line = frames.filter { $0 % 2 == 1 }.subscribe(next: { _ in })
      }
      frames.next(number + 1)
      line.dispose()
    }
    for frame in 0..<12 { frames.next(frame) }
    pause(milliseconds: 40)
  }
}

// fault: exit-cleanup
// verdict: suspect
// proof: run
// says: all documents that were ever closed are still subscribed when `quit` ends them all at once

import Glibc
import Signals

/// An editor: documents are opened and closed, until somebody quits.
enum QuitButton: LeakProgram {
  static func run() {
    let quit = PublishSubject<Void>()
    let keys = PublishSubject<Int>()
    for document in 0..<30 {
      let closed = PublishSubject<Void>()
      let typed = keys.map { $0 + document }
      _ = typed.take(until: mended ? closed : quit)  // LEAK
        .subscribe(next: { _ in })  // LEAK
      for key in 0..<5 { keys.next(key) }
      closed.next(())
      pause(milliseconds: 2)
    }
    quit.next(())
    exit(0)
  }
}

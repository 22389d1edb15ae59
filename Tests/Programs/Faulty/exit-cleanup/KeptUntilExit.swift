// fault: exit-cleanup
// verdict: suspect
// proof: run
// says: every request puts its subscription into one bag, which is emptied as the server ends

import Signals

/// A server with one bag for everything.
enum KeptUntilExit: LeakProgram {
  static func run() {
    let bag = CompositeDisposable()
    let audit = PublishSubject<Int>()
    let answers = PublishSubject<Int>()
    for request in 0..<50 {
      let answer = answers.take(1).subscribe(next: { _ in })
      let logged = audit.filter { $0 == request }.subscribe(next: { _ in })  // LEAK
      bag.add(logged)
      audit.next(request)
      answers.next(request)
      answer.dispose()
      if mended { logged.dispose() }
      pause(milliseconds: 2)
    }
    bag.dispose()
  }
}

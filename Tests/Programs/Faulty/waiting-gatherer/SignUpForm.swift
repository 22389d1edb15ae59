// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the box that one has to tick is never ticked nor unticked, and so the button never knows anything

import Signals

/// A form with three fields and a button.
enum SignUpForm: LeakProgram {
  static func run() {
    let name = PublishSubject<String>()
    let mail = PublishSubject<String>()
    let terms = PublishSubject<String>()
    let fields = [name, mail, mended ? terms.startWith("no") : terms]
    let isReady = combineLatest(fields).map { $0.allSatisfy { !$0.isEmpty } }  // LEAK
    let button = isReady.subscribe(next: { _ in })
    for letter in 0..<600 {
      name.next("n\(letter)")
      mail.next("m\(letter)")
    }
    pause(milliseconds: 20)
    button.dispose()
  }
}

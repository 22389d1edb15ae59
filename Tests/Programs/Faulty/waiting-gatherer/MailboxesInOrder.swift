// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: concatMap waits for the end of the first mailbox, which never ends

import Signals

/// Reads mailboxes one after the other.
enum MailboxesInOrder: LeakProgram {
  static func run() {
    let mailboxes = PublishSubject<Int>()
    let mail = PublishSubject<Int>()
    let reader = mailboxes.concatMap { box in  // LEAK
      mended ? mail.filter { $0 % 50 == box }.take(1) : mail.filter { $0 % 50 == box }
    }
    .subscribe(next: { _ in })
    for box in 0..<40 {
      mailboxes.next(box)
      mail.next(box)
      pause(milliseconds: 1)
    }
    pause(milliseconds: 30)
    reader.dispose()
  }
}

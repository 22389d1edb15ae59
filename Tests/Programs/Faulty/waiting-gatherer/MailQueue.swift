// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the first mail's delivery never completes, so every mail after it waits in the queue of concatMap

import Signals

/// Sends mails one after the other, each until the server confirms.
enum MailQueue: LeakProgram {
  static func run() {
    let mails = PublishSubject<Int>()
    let answers = PublishSubject<Int>()
    let sending = mails.concatMap { mail in  // LEAK
      let confirmed = answers.filter { $0 == mail }
      return mended ? confirmed.take(1) : confirmed
    }
    let server = sending.subscribe(next: { _ in })
    for mail in 0..<1500 {
      mails.next(mail)
      answers.next(mail)
    }
    server.dispose()
  }
}

// fault: waiting-gatherer
// verdict: finding
// proof: weak
// says: deliver(on:) hands mails to a queue that is busy for long: they wait

import Dispatch
import Signals

/// Mails that are sent on a queue, which somebody blocks.
enum BlockedMailer: LeakProgram {
  static func run() {
    let queue = QueueScheduler("mailer")
    let mails = PublishSubject<Int>()
    let released = Flag()
    let sending = mails.deliver(on: queue).subscribe(next: { number in  // LEAK
      if number == 0 && !mended { released.wait() }
    })
    for mail in 0..<5000 {
      mails.next(mail)
      if mail % 500 == 0 { pause(milliseconds: 3) }
    }
    pause(milliseconds: 20)
    released.raise()
    pause(milliseconds: 20)
    sending.dispose()
  }
}

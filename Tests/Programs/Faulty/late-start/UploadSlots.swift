// fault: late-start
// verdict: likely
// proof: run
// says: signing out stops the picking; what waits for one of the two slots is uploaded all the same

import Signals

/// Uploads two files at a time until the user signs out.
enum UploadSlots: LeakProgram {
  static func run() {
    let clock = QueueScheduler("upload")
    let picked = PublishSubject<Int>()
    let signedOut = PublishSubject<Void>()
    let files = mended ? picked : picked.take(until: signedOut)
    let sent =
      files
      .flatMap(maxConcurrent: 2) { file in  // LEAK
        Signal<Int>.timer(after: .milliseconds(8), on: clock).map { $0 + file }
      }
    _ = (mended ? sent.take(until: signedOut) : sent).subscribe(next: { _ in })
    for file in 0..<12 { picked.next(file) }
    pause(milliseconds: 12)
    signedOut.next(())
    pause(milliseconds: 140)
  }
}

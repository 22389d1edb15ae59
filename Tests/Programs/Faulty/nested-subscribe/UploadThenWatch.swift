// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: what is begun when the upload has completed belongs to nobody

import Signals

/// Uploads a picture and watches its comments for as long as the page is open.
enum UploadThenWatch: LeakProgram {
  static func run() {
    let clock = QueueScheduler("upload")
    let comments = PublishSubject<String>()
    for picture in 0..<5 {
      let closed = PublishSubject<Void>()
      let upload = Signal<Int>.interval(.milliseconds(2), on: clock).take(2)
      if mended {
        _ = upload.then { comments.map { "\(picture): \($0)" } }.take(until: closed).subscribe(next: { _ in })
      } else {
        _ = upload.take(until: closed).subscribe(completed: {
          _ = comments.map { "\(picture): \($0)" }.subscribe(next: { _ in })  // LEAK
        })
      }
      pause(milliseconds: 12)
      comments.next("nice")
      closed.next(())
    }
    for number in 0..<15 { comments.next("late \(number)") }
  }
}

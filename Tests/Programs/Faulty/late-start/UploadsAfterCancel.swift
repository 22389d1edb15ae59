// fault: late-start
// verdict: likely
// proof: run
// says: cancelling ends the list of files, but concatMap has queued them all and uploads one after the other

import Signals

private let network = QueueScheduler("network")
private let cancelled = PublishSubject<Void>()
private let chosen = PublishSubject<Int>()

private func upload(_ file: Int) -> Signal<Int> {
  Signal<Int>.interval(.milliseconds(4), on: network).take(5).map { $0 + file }
}

/// Uploads the chosen files one at a time until somebody presses cancel.
enum UploadsAfterCancel: LeakProgram {
  static func run() {
    let uploads: Signal<Int>
    if mended {
      uploads = chosen.concatMap { upload($0) }.take(until: cancelled)
    } else {
      uploads = chosen.take(until: cancelled)
        .concatMap { upload($0) }  // LEAK
    }
    let done = Flag()
    _ = uploads.subscribe(next: { _ in }, completed: { done.raise() })
    for file in 0..<8 { chosen.next(file) }
    pause(milliseconds: 30)
    cancelled.next(())
    done.wait()
  }
}

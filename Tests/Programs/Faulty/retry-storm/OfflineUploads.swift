// fault: retry-storm
// verdict: finding
// proof: run
// says: an upload that fails for want of a network is tried again at once, and again, instead of when the network is back

import Signals

private struct Offline: Error {}

private final class PhotoUploader: Sendable {
  let network = BehaviorSubject(true)
  let attempts = Shared(0)
  private let queue = QueueScheduler("uploads")

  func upload(_ photo: Int) -> Signal<Int> {
    let once = Signal.attempt { [network, attempts] in
      attempts.update { $0 += 1 }
      pause(milliseconds: 1)
      guard network.value else { throw Offline() }
      return photo
    }
    let tried: Signal<Int>
    if mended {
      tried = once.retry(when: { [network] errors in
        errors.flatMapLatest { _ in network.first(where: { $0 }) }
      })
    } else {
      tried = once.retry()  // LEAK
    }
    return tried.subscribe(on: queue)
  }
}

/// Photos are uploaded while the train is in a tunnel.
enum OfflineUploads: LeakProgram {
  static func run() {
    let uploader = PhotoUploader()
    let uploaded = Shared(0)
    uploader.network.next(false)
    for photo in 0..<3 {
      _ = uploader.upload(photo).subscribe(completed: { uploaded.update { $0 += 1 } })
    }
    pause(milliseconds: 180)
    uploader.network.next(true)
    while uploaded.value < 3 { pause(milliseconds: 1) }
    print("attempts", uploader.attempts.value, "for 3 photos")
  }
}

// healthy: a stop above flatMap fires, and its inner signals go on sending, some of them to the end of the run
// says: Signing out ends the picking of photos; what was picked is uploaded to its last part, and completes.
// allows: nothing

import Signals

private struct Part: Sendable {
  let photo: Int
  let number: Int
}

private final class PhotoService: Sendable {
  private let net = QueueScheduler("uploads")

  /// Six parts, one after the other.
  func upload(_ photo: Int) -> Signal<Part> {
    Signal<Int>.interval(.milliseconds(9), on: net).take(6).map { Part(photo: photo, number: $0) }
  }
}

private final class PhotoSession: Sendable {
  let picked = PublishSubject<Int>()
  let signedOut = PublishSubject<Void>()
  private let parts = Shared(0)

  init(_ service: PhotoService) {
    let parts = parts
    _ = picked.take(until: signedOut)
      .flatMap { service.upload($0) }
      .subscribe(
        next: { _ in parts.update { $0 += 1 } }, completed: { print("all uploaded") })
  }
}

enum UploadsAfterSignOut: LeakProgram {
  static func run() {
    let service = PhotoService()
    for session in 0..<5 {
      let photos = PhotoSession(service)
      for photo in 0..<4 {
        photos.picked.next(session * 10 + photo)
        pause(milliseconds: 6)
      }
      photos.signedOut.next(())
      // The last user signs out as the program is about to end.
      pause(milliseconds: session == 4 ? 15 : 90)
    }
    print("good night")
  }
}

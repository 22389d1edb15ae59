// healthy: the same cold signal subscribed to three times, by a retry with pauses
// says: The camera's link breaks twice for every picture, and the third attempt goes through; each attempt has to send anew.
// allows: nothing

import Signals

private struct LinkBroken: Error {}

/// A camera on a roof and the observatory that collects its meteors.
private final class Observatory: Sendable {
  private let attempts = Shared<[Int: Int]>([:])
  let received = Shared<[Int]>([])

  func send(_ picture: Int) async throws -> Int {
    let attempt = attempts.update { attempts in
      attempts[picture, default: 0] += 1
      return attempts[picture] ?? 0
    }
    try await Task.sleep(for: .milliseconds(2))
    guard attempt == 3 else { throw LinkBroken() }
    received.update { $0.append(picture) }
    return picture
  }

  var attemptCount: Int { attempts.value.values.reduce(0, +) }
}

enum MeteorUploads: LeakProgram {
  static func run() {
    let observatory = Observatory()
    let clock = QueueScheduler("camera")
    let uploaded = Flag()
    let pictures = Signal<Int>.range(start: 0, count: 8)
    _ =
      pictures
      .concatMap { picture in
        Signal<Int>.fromAsync { try await observatory.send(picture) }
          .retry(upTo: 4, interval: .milliseconds(4), on: clock)
      }
      .subscribe(next: { _ in }, error: { print($0) }, completed: { uploaded.raise() })
    uploaded.wait()
    print("received", observatory.received.value.count, "attempts", observatory.attemptCount)
  }
}

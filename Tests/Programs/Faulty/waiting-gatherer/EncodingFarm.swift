// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: two encoders at a time are far slower than films come in: the line of those that wait only grows

import Signals

/// Encodes each film that is uploaded, on two machines.
enum EncodingFarm: LeakProgram {
  static func run() {
    let clock = QueueScheduler("encoders")
    let uploads = PublishSubject<Int>()
    let encoded = Shared(0)
    @Sendable func encode(_ film: Int) -> Signal<Int> {
      Signal<Int>.interval(.milliseconds(2), on: clock).take(3).reduce(film) { film, _ in film }
    }
    let accepted =
      mended
      ? uploads.throttle(for: .milliseconds(20), on: clock).flatMap(maxConcurrent: 2) { encode($0) }
      : uploads.flatMap(maxConcurrent: 2) { encode($0) }  // LEAK
    let farm = accepted.subscribe(next: { _ in encoded.update { $0 += 1 } })
    for film in 0..<3000 {
      uploads.next(film)
      if film % 30 == 0 { pause(milliseconds: 2) }
    }
    pause(milliseconds: 40)
    print("encoded", encoded.value)
    withExtendedLifetime(farm) {}
  }
}

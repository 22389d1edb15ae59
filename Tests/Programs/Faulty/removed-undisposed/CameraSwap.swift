// fault: removed-undisposed
// verdict: likely
// proof: run
// says: swap gives the old camera back, and it is thrown away alive

import Signals

/// Shows one camera at a time.
enum CameraSwap: LeakProgram {
  static func run() {
    let frames = PublishSubject<Int>()
    let shown = SerialDisposable()
    for camera in 0..<7 {
      let feed = frames.map { $0 * 10 + camera }.subscribe(next: { _ in })
      if mended {
        shown.replace(with: feed)
      } else {
        _ = shown.swap(feed)  // LEAK
      }
      for frame in 0..<4 { frames.next(frame) }
    }
    shown.dispose()
    for frame in 0..<10 { frames.next(frame) }
    pause(milliseconds: 30)
  }
}

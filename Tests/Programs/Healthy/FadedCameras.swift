// healthy: swapped out and alive
// says: The old camera fades for a moment beside the new one and is then disposed by whoever took it out.
// allows: nothing

import Signals

enum FadedCameras: LeakProgram {
  static func run() {
    let clock = QueueScheduler("fade")
    let frames = PublishSubject<Int>()
    let shown = SerialDisposable()
    for camera in 0..<18 {
      let old = shown.swap(frames.map { $0 + camera }.subscribe(next: { _ in }))
      clock.schedule(after: .milliseconds(5)) { old?.dispose() }
      for frame in 0..<3 { frames.next(frame) }
      pause(milliseconds: 7)
    }
    shown.dispose()
    pause(milliseconds: 100)
  }
}

// fault: object-freed
// verdict: suspect
// proof: run
// says: a camera has a composite of its own, but disposes it nowhere; with the camera only the composite goes

import Signals

/// A building whose cameras are replaced one by one.
enum CameraFeed: LeakProgram {
  static func run() {
    let frames = PublishSubject<Int>()
    let motion = PublishSubject<Void>()
    var cameras: [Camera] = []
    for door in 0..<4 { cameras.append(Camera(door: door, frames, motion)) }
    for round in 0..<5 {
      cameras[round % 4] = Camera(door: round % 4, frames, motion)
      frames.next(round)
      motion.next(())
    }
    for camera in cameras { camera.switchOff() }
    cameras = []
    for frame in 0..<10 { frames.next(frame) }
    pause(milliseconds: 20)
  }
}

private final class Camera {
  private let working = CompositeDisposable()

  init(door: Int, _ frames: Signal<Int>, _ motion: Signal<Void>) {
    working.add(frames.map { $0 + door }.subscribe(next: { _ in }))  // LEAK
    working.add(motion.subscribe(next: { _ in }))
  }

  deinit { if mended { working.dispose() } }

  func switchOff() { working.dispose() }
}

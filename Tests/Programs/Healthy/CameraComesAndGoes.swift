// healthy: connections that begin again and again
// says: The camera is switched on with the first viewer and off with the last, twenty times; refCount is for that.
// allows: nothing

import Signals
import Synchronization

private final class Camera: Sendable {
  let switchedOn = Atomic<Int>(0)
  let sensor = PublishSubject<Int>()

  var picture: Signal<Int> {
    sensor.onSubscribe { self.switchedOn.add(1, ordering: .relaxed) }.publish().refCount()
  }
}

enum CameraComesAndGoes: LeakProgram {
  static func run() {
    let camera = Camera()
    let picture = camera.picture
    for visit in 0..<20 {
      let viewers = (0...(visit % 3)).map { _ in picture.subscribe(next: { _ in }) }
      for frame in 0..<5 { camera.sensor.next(frame) }
      for viewer in viewers { viewer.dispose() }
      camera.sensor.next(-1)
      pause(milliseconds: 4)
    }
    print("switched on", camera.switchedOn.load(ordering: .relaxed))
  }
}

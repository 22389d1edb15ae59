// healthy: many values dropped at a disposed subscriber
// says: The camera stops at the end of the picture that it takes, so some lines come for nobody each time it is switched off.
// allows: nothing

import Dispatch
import Signals
import Synchronization

private final class Camera: Sendable {
  private let queue = DispatchQueue(label: "camera")

  func lines() -> Signal<Int> {
    Signal<Int>.create { subscriber in
      let isOn = Shared(true)
      self.queue.async {
        var picture = 0
        while isOn.value {
          for line in 0..<24 {
            subscriber.next(picture * 24 + line)
            if line % 6 == 5 { pause(milliseconds: 1) }
          }
          picture += 1
        }
      }
      return Disposable { isOn.update { $0 = false } }
    }
  }
}

private final class Preview: Sendable {
  let lines = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ camera: Camera) {
    camera.lines().subscribe(next: { [weak self] _ in self?.lines.add(1, ordering: .relaxed) }).disposed(
      by: bag)
  }
}

enum SlowCamera: LeakProgram {
  static func run() {
    let camera = Camera()
    for visit in 0..<14 {
      let preview = Preview(camera)
      pause(milliseconds: visit % 2 == 0 ? 14 : 22)
      withExtendedLifetime(preview) {}
    }
    pause(milliseconds: 15)
  }
}

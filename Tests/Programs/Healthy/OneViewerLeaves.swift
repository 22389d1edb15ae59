// healthy: a stop above a share
// says: One of two viewers has had enough; the stream that both share goes on for the other.
// allows: nothing

import Signals
import Synchronization

private final class Stream: Sendable {
  let frames: Signal<Int>

  init(_ camera: PublishSubject<Int>) { frames = camera.map { $0 % 256 }.share() }
}

private final class Viewer: Sendable {
  let closed = PublishSubject<Void>()
  let seen = Atomic<Int>(0)
  private let bag = DisposeBag()

  func watch(_ stream: Stream) {
    stream.frames
      .take(until: closed)
      .subscribe(next: { [weak self] _ in self?.seen.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum OneViewerLeaves: LeakProgram {
  static func run() {
    let camera = PublishSubject<Int>()
    let stream = Stream(camera)
    let guest = Viewer()
    let keeper = Viewer()
    guest.watch(stream)
    keeper.watch(stream)
    for frame in 0..<100 {
      camera.next(frame)
      if frame == 30 { guest.closed.next(()) }
      pause(milliseconds: 1)
    }
    print(guest.seen.load(ordering: .relaxed), keeper.seen.load(ordering: .relaxed))
  }
}

// healthy: a gatherer that waits for its second input, values wait at exit
// says: Sound comes two hundred samples before its picture, by design; the lead is the same all the time.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Player: Sendable {
  let sound = PublishSubject<Int>()
  let picture = PublishSubject<Int>()
  let played = Atomic<Int>(0)
  private let bag = DisposeBag()

  func start() {
    zip(sound, picture)
      .subscribe(next: { _, _ in self.played.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum JitterBuffer: LeakProgram {
  static func run() {
    let player = Player()
    player.start()
    for sample in 0..<200 { player.sound.next(sample) }
    for frame in 0..<1500 {
      player.sound.next(200 + frame)
      player.picture.next(frame)
      if frame % 20 == 0 { pause(milliseconds: 2) }
    }
    print("played", player.played.load(ordering: .relaxed))
    exit(0)
  }
}

// healthy: a queue that waits behind an inner signal, which a subject of its own ends
// says: A track plays until it is over or skipped, the others wait for their turn; one plays and five wait when the player is closed.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Jukebox: Sendable {
  let wishes = PublishSubject<Int>()
  let skip = PublishSubject<Void>()
  let beats = Atomic<Int>(0)
  private let clock = QueueScheduler("jukebox")
  private let bag = DisposeBag()

  func start() {
    wishes
      .concatMap { [clock, skip] track in
        Signal<Int>.interval(.milliseconds(4), on: clock).map { $0 + track }.take(until: skip)
      }
      .subscribe(next: { _ in self.beats.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum MusicQueue: LeakProgram {
  static func run() {
    let jukebox = Jukebox()
    jukebox.start()
    for track in 0..<18 {
      jukebox.wishes.next(track)
      if track > 5 {
        pause(milliseconds: 20)
        jukebox.skip.next(())
      }
    }
    pause(milliseconds: 30)
    print("beats", jukebox.beats.load(ordering: .relaxed) > 20)
    exit(0)
  }
}

// healthy: a subject sent to from a callback of another; nested edges
// says: A key press opens a channel that the television holds; the remote control's own subscription may end.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Television: Sendable {
  let channel = PublishSubject<Int>()
  let frames = Atomic<Int>(0)
  private let watching = SerialDisposable()
  private let bag = DisposeBag()

  func switchOn(_ broadcast: Signal<Int>) {
    channel
      .subscribe(next: { number in
        self.watching.inner = broadcast.filter { $0 % 9 == number }
          .subscribe(next: { _ in self.frames.add(1, ordering: .relaxed) })
      })
      .disposed(by: bag)
  }
}

private final class Remote: Sendable {
  let keys = PublishSubject<Character>()
  private let bag = DisposeBag()

  init(_ television: Television) {
    keys.compactMap { $0.wholeNumberValue }.subscribe(next: { television.channel.next($0) }).disposed(by: bag)
  }
}

enum RemoteControl: LeakProgram {
  static func run() {
    let broadcast = PublishSubject<Int>()
    let television = Television()
    television.switchOn(broadcast)
    for evening in 0..<20 {
      do {
        let remote = Remote(television)
        for key in "5x\(evening % 9)" { remote.keys.next(key) }
        withExtendedLifetime(remote) {}
      }
      for frame in 0..<18 { broadcast.next(frame) }
      pause(milliseconds: 3)
    }
    print("frames", television.frames.load(ordering: .relaxed))
    exit(0)
  }
}

// healthy: an owner that was never disposed, and is handed more and more
// says: All that the bag was given has ended by itself; the bag lets go of it in time.
// allows: nothing

import Signals
import Synchronization

private final class Mailer: Sendable {
  private let bag = DisposeBag()
  let sent = Atomic<Int>(0)

  func send(_ letters: [String]) {
    Signal<String>.from(letters)
      .map { "\($0), yours sincerely" }
      .subscribe(next: { _ in self.sent.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum CompletedInBag: LeakProgram {
  static func run() {
    let mailer = Mailer()
    for day in 0..<300 {
      mailer.send(["dear \(day)", "hello"])
      if day % 10 == 0 { pause(milliseconds: 3) }
    }
    print("sent", mailer.sent.load(ordering: .relaxed))
  }
}

// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: logging out ends the question whether to be online, not the stream of the mode that was on

import Signals
import Synchronization

/// A chat client that polls while it is online, and looks at its cache while it is not.
private final class Client: Sendable {
  let online = PublishSubject<Bool>()
  let loggedOut = PublishSubject<Void>()
  let shown = Atomic<Int>(0)
  private let network = QueueScheduler("network")
  private let disk = QueueScheduler("disk")
  private let bag = DisposeBag()

  func logIn() {
    let live = Signal<Int>.interval(.milliseconds(3), on: network).map { "live \($0)" }
    let cached = Signal<Int>.interval(.milliseconds(6), on: disk).map { "cached \($0)" }
    let mode = mended ? online.distinctUntilChanged() : online.distinctUntilChanged().take(until: loggedOut)
    let messages = mode.ifThenElse(then: live, else: cached)  // LEAK
    (mended ? messages.take(until: loggedOut) : messages)
      .subscribe(next: { _ in self.shown.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum OnlineMode: LeakProgram {
  static func run() {
    let client = Client()
    client.logIn()
    let banner = client.online.not().startWith(true).subscribe(next: { _ in })
    onAnotherThread {
      for step in 0..<5 {
        client.online.next(step % 2 == 0)
        pause(milliseconds: 12)
      }
    }
    client.loggedOut.next(())
    banner.dispose()
    pause(milliseconds: 80)
    print("shown", client.shown.load(ordering: .relaxed) > 0)
  }
}

// healthy: the owner's memory is gone, its subscriptions live
// says: A connection that breaks hands its session to the one that replaces it, bag and all; nothing has to be subscribed anew.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class SessionState: Sendable {
  let delivered = Atomic<Int>(0)
  let bag = DisposeBag()

  init(_ mails: Signal<Int>) {
    mails.subscribe(next: { _ in }).disposed(by: bag)
    mails.filter { $0 % 2 == 0 }
      .subscribe(next: { [weak self] _ in self?.delivered.add(1, ordering: .relaxed) }).disposed(by: bag)
  }
}

private final class Connection: Sendable {
  let session: SessionState
  private let bag = DisposeBag()

  init(resuming session: SessionState, pings: Signal<Int>) {
    self.session = session
    pings.subscribe(next: { _ in }).disposed(by: bag)
  }
}

enum ResumedSession: LeakProgram {
  static func run() {
    let mails = PublishSubject<Int>()
    let pings = PublishSubject<Int>()
    var connections = (0..<5).map { _ in Connection(resuming: SessionState(mails), pings: pings) }
    for number in 0..<50 {
      let broken = connections.remove(at: number % 5)
      connections.insert(Connection(resuming: broken.session, pings: pings), at: number % 5)
      mails.next(number)
      pings.next(number)
      pause(milliseconds: 4)
    }
    print("delivered", connections.map { $0.session.delivered.load(ordering: .relaxed) })
    exit(0)
  }
}

// healthy: removed from an owner without disposal; disposed later by hand
// says: Expired sessions are taken out of the table at once and put away by the reaper a little later, many at a time.
// allows: nothing

import Signals
import Synchronization

private final class SessionTable: Sendable {
  private let live = CompositeDisposable()
  private let expired = Mutex<[Disposable]>([])
  let served = Atomic<Int>(0)

  func open(_ requests: Signal<Int>) -> Disposable {
    let session = requests.subscribe(next: { _ in self.served.add(1, ordering: .relaxed) })
    live.add(session)
    return session
  }

  func expire(_ session: Disposable) {
    live.remove(session)
    expired.withLock { $0.append(session) }
  }

  func reap() {
    let batch = expired.withLock { all in
      defer { all = [] }; return all
    }
    for session in batch { session.dispose() }
  }
}

enum ReaperInBatches: LeakProgram {
  static func run() {
    let requests = PublishSubject<Int>()
    let table = SessionTable()
    for number in 0..<70 {
      let session = table.open(requests)
      requests.next(number)
      pause(milliseconds: 2)
      table.expire(session)
      if number % 7 == 6 { table.reap() }
    }
    table.reap()
    print("served", table.served.load(ordering: .relaxed))
  }
}

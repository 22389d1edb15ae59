// fault: retry-storm
// verdict: suspect
// proof: run
// says: a directory that is down is tried again at once, hundreds of times a second, until it is back

import Signals
import Synchronization

private struct ConnectionRefused: Error {}

private struct Session: Sendable {
  let name: String
}

/// A directory server that is restarted.
private final class Directory: Sendable {
  let attempts = Atomic<Int>(0)
  private let isUp = Atomic<Bool>(false)
  private let network = QueueScheduler("ldap network")

  func bind(as name: String) -> Signal<Session> {
    Signal<Session>.create { [network] subscriber in
      self.attempts.add(1, ordering: .relaxed)
      return network.schedule(after: .microseconds(600)) {
        guard self.isUp.load(ordering: .relaxed) else { return subscriber.error(ConnectionRefused()) }
        subscriber.next(Session(name: name))
        subscriber.completed()
      }
    }
  }

  func comeBack() { isUp.store(true, ordering: .relaxed) }
}

/// Binds once for each service account and hands the sessions out.
private final class SessionPool: Sendable {
  let sessions = Shared<[Session]>([])
  private let directory: Directory
  private let clock = QueueScheduler("pool clock")
  private let bag = DisposeBag()

  init(_ directory: Directory) { self.directory = directory }

  func fill(_ accounts: [String]) {
    for account in accounts {
      session(for: account)
        .subscribe(
          next: { [sessions] session in sessions.update { $0.append(session) } },
          error: { print("gave up", $0) }
        )
        .disposed(by: bag)
    }
  }

  private func session(for account: String) -> Signal<Session> {
    let binding = directory.bind(as: account)
    guard mended else {
      return binding.retry()  // LEAK
    }
    return binding.retry(upTo: 12, interval: .milliseconds(40), on: clock)
  }

  func drain() { bag.dispose() }
}

/// Keeps count of who has signed in meanwhile; the directory is not needed for that.
private final class Audit: Sendable {
  let entries = PublishSubject<String>()
  let written = Atomic<Int>(0)
  private let bag = DisposeBag()

  init() {
    entries.buffer(for: .milliseconds(25), count: 8, on: QueueScheduler("audit"))
      .subscribe(next: { [weak self] in self?.write($0) })
      .disposed(by: bag)
  }

  private func write(_ lines: [String]) { written.add(lines.count, ordering: .relaxed) }
}

enum LdapBind: LeakProgram {
  static func run() {
    let directory = Directory()
    let pool = SessionPool(directory)
    let audit = Audit()
    pool.fill(["mail", "wiki"])
    for turn in 0..<25 {
      audit.entries.next("turn \(turn)")
      pause(milliseconds: 10)
    }
    directory.comeBack()
    pause(milliseconds: 90)
    pool.drain()
    print("sessions", pool.sessions.value.map(\.name))
    print("attempts", directory.attempts.load(ordering: .relaxed), audit.written.load(ordering: .relaxed))
  }
}

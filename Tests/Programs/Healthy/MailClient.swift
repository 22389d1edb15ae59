// healthy: light load: few values, long lives, a search that is replaced, a send that is tried again
// says: Somebody reads his mail for a second; the folders are watched all the time, and the last draft is being sent at exit.
// allows: nothing

import Glibc
import Signals
import Synchronization

private struct Offline: Error {}

private final class Account: Sendable {
  let arrived = PublishSubject<String>()
  let isOnline = BehaviorSubject(true)
  private let network = QueueScheduler("network")

  func send(_ text: String) -> Signal<Bool> {
    Signal<Int>.timer(after: .milliseconds(10), on: network).map { _ in
      if !self.isOnline.value { throw Offline() }
      return !text.isEmpty
    }
    .retry { errors in
      errors.flatMap { _ in
        self.isOnline.filter { $0 }.take(1).delay(for: .milliseconds(12), on: self.network)
      }
    }
  }
}

private final class Folder: Sendable {
  let mails = BehaviorSubject<[String]>([])
  private let bag = DisposeBag()

  init(_ account: Account, holds isMine: @escaping @Sendable (String) -> Bool) {
    account.arrived
      .filter(isMine)
      .scan([]) { $0 + [$1] }
      .subscribe(next: { [mails] in mails.next($0) })
      .disposed(by: bag)
  }
}

private final class Window: Sendable {
  let query = PublishSubject<String>()
  let badge = Atomic<Int>(0)
  let outbox = Atomic<Int>(0)
  private let bag = DisposeBag()
  private let account: Account

  init(_ account: Account, _ folders: [Folder]) {
    self.account = account
    query
      .distinctUntilChanged()
      .flatMapLatest { query in
        combineLatest(folders.map { $0.mails.map { $0.filter { $0.contains(query) }.count } })
      }
      .subscribe(next: { _ in }).disposed(by: bag)
    combineLatest(folders.map { $0.mails.map(\.count) })
      .map { $0.reduce(0, +) }
      .subscribe(next: { [weak self] in self?.badge.store($0, ordering: .relaxed) }).disposed(by: bag)
  }

  func send(_ text: String) {
    account.send(text)
      .subscribe(next: { [weak self] _ in self?.outbox.add(1, ordering: .relaxed) }).disposed(by: bag)
  }
}

enum MailClient: LeakProgram {
  static func run() {
    let account = Account()
    let folders = [
      Folder(account) { $0.hasPrefix("work") }, Folder(account) { !$0.hasPrefix("work") },
    ]
    let window = Window(account, folders)
    for step in 0..<30 {
      account.arrived.next(step % 3 == 0 ? "work \(step)" : "hello \(step)")
      if step % 4 == 1 { window.query.next(["he", "wo", "k 1"][step % 3]) }
      if step % 6 == 5 { window.send("answer \(step)") }
      if step == 10 { account.isOnline.next(false) }
      if step == 16 { account.isOnline.next(true) }
      pause(milliseconds: 30)
    }
    window.send("the last one")
    print("badge", window.badge.load(ordering: .relaxed), "sent", window.outbox.load(ordering: .relaxed) > 3)
    exit(0)
  }
}

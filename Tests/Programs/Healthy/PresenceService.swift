// healthy: a timer a user, restarted by each sign of life; handles overwritten; growth while users come
// says: Each user has one timer that ends his presence; who shows no sign of life is away, the others are here to the end.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Presence: Sendable {
  let signs = PublishSubject<Int>()
  let changes = PublishSubject<(user: Int, isHere: Bool)>()
  private let timers = Shared<[Int: SerialDisposable]>([:])
  private let clock = QueueScheduler("presence")
  private let bag = DisposeBag()

  func start() {
    signs.subscribe(next: { self.sign(of: $0) }).disposed(by: bag)
  }

  private func sign(of user: Int) {
    let (timer, isNew) = timers.update { timers in
      if let known = timers[user] { return (known, false) }
      let new = SerialDisposable()
      timers[user] = new
      return (new, true)
    }
    if isNew { changes.next((user, true)) }
    timer.inner = Signal<Int>.timer(after: .milliseconds(60), on: clock)
      .subscribe(next: { _ in self.leave(user) })
  }

  private func leave(_ user: Int) {
    timers.update { _ = $0.removeValue(forKey: user) }
    changes.next((user, false))
  }

  func isHere(_ user: Int) -> Signal<Bool> {
    changes.filter { $0.user == user }.map { $0.isHere }.startWith(false).distinctUntilChanged()
  }
}

private final class Friend: Sendable {
  let seen = Atomic<Int>(0)
  private let bag = DisposeBag()

  init(_ presence: Presence, of users: Range<Int>) {
    combineLatest(users.map { presence.isHere($0) })
      .map { $0.filter { $0 }.count }
      .subscribe(next: { [weak self] in self?.seen.store($0, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum PresenceService: LeakProgram {
  static func run() {
    let presence = Presence()
    presence.start()
    var friends: [Friend] = []
    for step in 0..<90 {
      for user in 0..<(step / 2) where user % 4 != 3 || step < 40 { presence.signs.next(user) }
      if step % 6 == 0 { friends.append(Friend(presence, of: step..<(step + 5))) }
      if friends.count > 4 { friends.removeFirst() }
      pause(milliseconds: 4)
    }
    print("friends", friends.count)
    exit(0)
  }
}

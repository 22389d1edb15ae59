// fault: feed-ends-with-its-wrapper
// verdict: finding
// proof: run
// says: the mapped value keeps the bag of its feed; it is let go after the chain is made, and the chain hears no more
// source: element-hq/element-x-ios #5870
// fix: mapping is lazy: subscribers are attached to the source itself, and nothing has to be kept

import Signals

/// A value that can be read and followed.
private struct Current<Value: Sendable>: Sendable {
  let changes: Signal<Value>
  private let bag: DisposeBag?

  init(_ changes: Signal<Value>, keeping bag: DisposeBag? = nil) {
    self.changes = changes
    self.bag = bag
  }

  func map<Result: Sendable>(
    startingWith first: Result, _ transform: @escaping @Sendable (Value) -> Result
  ) -> Current<Result> {
    if mended { return Current<Result>(changes.map(transform)) }
    let mapped = BehaviorRelay(first)
    let bag = DisposeBag()
    changes.map(transform).bind(to: mapped).disposed(by: bag)  // LEAK
    return Current<Result>(mapped, keeping: bag)
  }
}

private struct Knock: Sendable {
  let user: String
  let isSeen: Bool
}

private final class Room: Sendable {
  private let all = BehaviorRelay<[Knock]>([])
  var knocks: Current<[Knock]> { Current(all) }

  func knock(_ user: String) { all.accept(all.value + [Knock(user: user, isSeen: false)]) }
}

enum KnocksAtTheDoor: LeakProgram {
  static func run() {
    let bag = DisposeBag()
    let room = Room()
    let banner = Shared("")
    let badge = Shared(0)
    room.knock("ada")
    room.knocks
      .map(startingWith: []) { knocks in knocks.filter { !$0.isSeen }.map(\.user) }
      .changes
      .distinctUntilChanged()
      .subscribe(next: { users in banner.update { $0 = users.joined(separator: ", ") } })
      .disposed(by: bag)
    room.knocks.changes.map(\.count)
      .subscribe(next: { count in badge.update { $0 = count } })
      .disposed(by: bag)
    for user in ["bea", "cem", "dora"] {
      pause(milliseconds: 40)
      room.knock(user)
    }
    pause(milliseconds: 100)
    print("banner", banner.value, "badge", badge.value)
    bag.dispose()
  }
}

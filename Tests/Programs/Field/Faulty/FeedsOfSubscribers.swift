// fault: combined-list-without-empty-case
// verdict: finding
// proof: nothing-recorded
// says: a list without signals completes without a value, so that the last feeds are never taken off the server
// source: ReactiveX/RxSwift #1879
// fix: an empty list of signals is replaced by a signal of one empty list

import Signals

private struct Client: Sendable {
  let name: String
  let feeds: BehaviorRelay<Set<String>>
}

/// Follows on the server exactly the feeds that some client wants.
private final class FeedDesk: Sendable {
  let clients = BehaviorRelay<[Client]>([])
  let followed = Shared<Set<String>>([])
  private let bag = DisposeBag()

  init() {
    clients
      .flatMapLatest { clients -> Signal<[Set<String>]> in
        if mended && clients.isEmpty { return .just([]) }
        return combineLatest(clients.map { $0.feeds })  // LEAK
      }
      .map { lists in lists.reduce(into: Set<String>()) { $0.formUnion($1) } }
      .distinctUntilChanged()
      .subscribe(next: { [followed] feeds in followed.update { $0 = feeds } })
      .disposed(by: bag)
  }

  func join(_ client: Client) { clients.accept(clients.value + [client]) }

  func leave(_ name: String) { clients.accept(clients.value.filter { $0.name != name }) }
}

enum FeedsOfSubscribers: LeakProgram {
  static func run() {
    let desk = FeedDesk()
    let count = Shared(0)
    let counting = desk.clients.map(\.count)
      .subscribe(next: { number in count.update { $0 = number } })
    for day in 0..<3 {
      let phone = Client(name: "phone", feeds: BehaviorRelay(["news", "day \(day)"]))
      let tablet = Client(name: "tablet", feeds: BehaviorRelay(["comics"]))
      desk.join(phone)
      desk.join(tablet)
      pause(milliseconds: 20)
      phone.feeds.accept(["news"])
      pause(milliseconds: 20)
      desk.leave("phone")
      desk.leave("tablet")
      pause(milliseconds: 30)
    }
    print("clients", count.value, "followed", desk.followed.value.sorted())
    counting.dispose()
    withExtendedLifetime(desk) {}
  }
}

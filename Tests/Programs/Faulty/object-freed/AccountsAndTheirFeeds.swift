// fault: object-freed
// verdict: certain
// proof: run
// says: the scope of an account goes with it, but what was begun for it is not in it

import Signals

/// Accounts that are signed in and out; each follows its balance.
enum AccountsAndTheirFeeds: LeakProgram {
  static func run() {
    let balances = PublishSubject<Int>()
    for number in 0..<10 {
      let account = Account(balances, number)
      balances.next(number)
      pause(milliseconds: 2)
      withExtendedLifetime(account) {}
    }
    for number in 0..<20 {
      balances.next(number)
      pause(milliseconds: 2)
    }
  }
}

private final class Account: Sendable {
  private let balance = Shared(0)
  private let bag = DisposeBagLike()

  init(_ balances: Signal<Int>, _ number: Int) {
    let feed = balances.filter { $0 == number }
      .subscribe(next: { [weak self] value in self?.balance.update { $0 = value } })  // LEAK
    feed.owned(by: self)  // LEAK
    if mended { bag.take(feed) }
  }
}

private final class DisposeBagLike: Sendable {
  private let held = CompositeDisposable()
  func take(_ disposable: Disposable) { held.add(disposable) }
  deinit { held.dispose() }
}

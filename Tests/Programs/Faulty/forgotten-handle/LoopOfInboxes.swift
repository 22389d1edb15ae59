// fault: forgotten-handle
// verdict: likely
// proof: run
// says: the inbox of the account that has gone is still read: its handle is overwritten by nothing, only dropped

import Signals

/// Accounts that are added and removed in the settings.
enum LoopOfInboxes: LeakProgram {
  static func run() {
    let push = PublishSubject<Int>()
    var accounts: [Account] = []
    for number in 0..<7 {
      accounts.append(Account(number, push))
      push.next(number)
      pause(milliseconds: 4)
      if accounts.count > 3 {
        let gone = accounts.removeFirst()
        if number % 2 == 0 || mended { gone.stop() }
      }
    }
    for account in accounts { account.stop() }
    for value in 0..<40 {
      push.next(value)
      pause(milliseconds: 1)
    }
  }
}

private final class Account {
  private var inbox: Subscription?

  init(_ number: Int, _ push: Signal<Int>) {
    inbox = push.filter { $0 % 7 == number }.subscribe(next: { _ in })  // LEAK
  }

  func stop() { inbox?.dispose() }
}

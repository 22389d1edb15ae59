// fault: forgotten-handle
// verdict: likely
// proof: run
// says: of three subscriptions of an account two are in its composite; the third is forgotten and outlives the account

import Signals

/// Accounts that are opened and closed again; each follows the server, the clock and the settings.
enum MailAccount: LeakProgram {
  static func run() {
    let server = PublishSubject<Int>()
    let clock = PublishSubject<Int>()
    let settings = BehaviorSubject("plain")
    for number in 0..<5 {
      let account = Account(server: server, clock: clock, settings: settings)
      server.next(number)
      clock.next(number)
      account.close()
    }
    for tick in 0..<10 { clock.next(tick) }
    settings.next("html")
    pause(milliseconds: 20)
  }
}

private final class Account {
  private let open = CompositeDisposable()

  init(server: Signal<Int>, clock: Signal<Int>, settings: Signal<String>) {
    open.add(server.subscribe(next: { _ in }))
    open.add(clock.subscribe(next: { _ in }))
    if mended {
      open.add(settings.subscribe(next: { _ in }))
    } else {
      _ = settings.subscribe(next: { _ in })  // LEAK
    }
  }

  func close() { open.dispose() }
}

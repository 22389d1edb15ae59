// healthy: a handle that is overwritten again and again, undisposed
// says: A token is refreshed some time before it expires; the refresh before is long over, its answer has come.
// allows: nothing

import Signals

private struct Token: Sendable {
  let text: String
  let expiresAfter: Duration
}

private final class TokenServer: Sendable {
  private let net = QueueScheduler("tokens")
  private let issued = Shared(0)

  func refresh() -> Signal<Token> {
    Signal<Int>.timer(after: .milliseconds(6), on: net).map { [issued] _ in
      let number = issued.update {
        $0 += 1
        return $0
      }
      return Token(text: "token \(number)", expiresAfter: .milliseconds(20 + number % 3 * 5))
    }
  }
}

/// Always has a token that is good.
private final class TokenKeep: Sendable {
  private let server = TokenServer()
  private let clock = QueueScheduler("keeper")
  private let refreshing = Shared<Subscription?>(nil)
  private let waiting = Shared<Subscription?>(nil)
  let token = BehaviorRelay<String>("none")

  func refresh() {
    let handle = server.refresh().subscribe(next: { [weak self] token in
      self?.token.accept(token.text)
      self?.wait(token.expiresAfter)
    })
    refreshing.update { $0 = handle }
  }

  private func wait(_ time: Duration) {
    let handle = Signal<Int>.timer(after: time, on: clock)
      .subscribe(next: { [weak self] _ in self?.refresh() })
    waiting.update { $0 = handle }
  }
}

enum TokenKeeper: LeakProgram {
  static func run() {
    let keep = TokenKeep()
    keep.refresh()
    for _ in 0..<15 {
      let call = keep.token.skip(1).take(1).subscribe(next: { _ in })
      pause(milliseconds: 40)
      call.dispose()
    }
    print("has a token", keep.token.value != "none")
    withExtendedLifetime(keep) {}
  }
}

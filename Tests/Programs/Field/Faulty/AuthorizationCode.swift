// fault: source-asks-an-object-that-is-gone
// verdict: finding
// proof: run
// says: the provider is a local and holds no reference to itself in its stream; as that starts it is gone, and sends nothing
// source: ReactiveCocoa/ReactiveSwift #358
// fix: a closure of the chain keeps the provider as long as the request runs

import Signals

/// Sends the requests of a user to one service.
private final class UserProvider: Sendable {
  private let network = QueueScheduler("network")

  func request(_ path: String) -> Signal<String> {
    Signal<String>.create { [weak self] subscriber in
      let call = self?.send(path) { answer in
        subscriber.next(answer)
        subscriber.completed()
      }
      return Disposable { call?.dispose() }
    }
  }

  private func send(_ path: String, _ done: @escaping @Sendable (String) -> Void) -> Disposable {
    network.schedule(after: .milliseconds(12)) { done("code of \(path)") }
  }
}

private final class Session: Sendable {
  let codes = Shared<[String]>([])
  private let stored: [String: String] = ["ada": "code of ada"]
  private let bag = DisposeBag()

  func signIn(_ user: String) {
    authorizationCode(of: user)
      .subscribe(next: { [codes] code in codes.update { $0.append(code) } })
      .disposed(by: bag)
  }

  private func authorizationCode(of user: String) -> Signal<String> {
    if let known = stored[user] { return .just(known) }
    if mended {
      let provider = newProvider()
      return provider.request(user).map { code in withExtendedLifetime(provider) { "new \(code)" } }
    }
    return newProvider().request(user).map { code in "new \(code)" }  // LEAK
  }

  private func newProvider() -> UserProvider { UserProvider() }
}

enum AuthorizationCode: LeakProgram {
  static func run() {
    let session = Session()
    let activity = Signal<Int>.interval(.milliseconds(20), on: QueueScheduler("activity"))
      .subscribe(next: { _ in })
    for user in ["ada", "bea", "cem", "dora"] {
      session.signIn(user)
      pause(milliseconds: 40)
    }
    pause(milliseconds: 100)
    print("codes", session.codes.value.count)
    activity.dispose()
    withExtendedLifetime(session) {}
  }
}

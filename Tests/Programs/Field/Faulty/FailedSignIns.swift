// fault: error-ends-outer-stream
// verdict: finding
// proof: run
// says: the first refused sign-in ends the whole stream of taps; the taps that follow are heard by nobody
// source: ReactiveX/RxSwift #849
// fix: the error is caught on the request within flatMapLatest, where only that request ends

import Signals

private struct SignInRefused: Error {
  let user: String
}

private enum SignInResult: Sendable {
  case welcome(String)
  case refused
}

private struct Accounts: Sendable {
  let clock = QueueScheduler("accounts")

  func signIn(_ user: String, password: String) -> Signal<SignInResult> {
    Signal<Int>.timer(after: .milliseconds(8), on: clock).map { _ in
      guard password == "open sesame" else { throw SignInRefused(user: user) }
      return .welcome(user)
    }
  }
}

/// The model of a sign-in screen.
private final class SignInModel: Sendable {
  let user = BehaviorRelay("")
  let password = BehaviorRelay("")
  let taps = PublishRelay<Void>()
  let canTap: Signal<Bool>
  let results: Signal<SignInResult>

  init(_ accounts: Accounts) {
    let form = combineLatest(user, password)
    canTap = form.map { !$0.0.isEmpty && $0.1.count > 3 }.distinctUntilChanged()
    let filled = taps.withLatestFrom(form)
    if mended {
      results = filled.flatMapLatest {
        accounts.signIn($0.0, password: $0.1).catchAndReturn(.refused)
      }
    } else {
      results =
        filled
        .flatMapLatest { accounts.signIn($0.0, password: $0.1) }  // LEAK
        .catchAndReturn(.refused)
    }
  }
}

enum FailedSignIns: LeakProgram {
  static func run() {
    let bag = DisposeBag()
    let model = SignInModel(Accounts())
    let welcomed = Shared(0)
    let refused = Shared(0)
    let isEnabled = Shared(false)
    model.canTap.subscribe(next: { can in isEnabled.update { $0 = can } }).disposed(by: bag)
    model.results
      .subscribe(next: { result in
        switch result {
        case .welcome: welcomed.update { $0 += 1 }
        case .refused: refused.update { $0 += 1 }
        }
      })
      .disposed(by: bag)
    model.user.accept("ali")
    for password in ["guess", "sesame", "open", "open sesame"] {
      model.password.accept(password)
      if isEnabled.value { model.taps.accept(()) }
      pause(milliseconds: 30)
    }
    print("welcomed", welcomed.value, "refused", refused.value)
    bag.dispose()
  }
}

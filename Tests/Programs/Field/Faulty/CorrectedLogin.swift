// fault: inner-follows-a-field
// verdict: suspect
// proof: run
// says: each name follows the password field, and goes on to do so when the name was corrected: one change, two requests
// source: Moya/Moya #1825
// fix: the password is only looked at when there is a name, instead of being followed

import Signals

private struct Credentials: Sendable {
  let user: String
  let password: String
}

private final class AuthService: Sendable {
  let requests = Shared<[String]>([])
  private let network = QueueScheduler("network")

  func signIn(_ credentials: Credentials) -> Signal<String> {
    Signal<String>.deferred { [requests, network] in
      requests.update { $0.append(credentials.user) }
      return Signal<Int>.timer(after: .milliseconds(8), on: network).map { _ in
        credentials.password == "open sesame" ? "welcome \(credentials.user)" : "refused"
      }
    }
  }
}

/// The model of a form with two fields and a button.
private final class LoginForm: Sendable {
  let username = BehaviorRelay("")
  let password = BehaviorRelay("")
  let taps = PublishRelay<Void>()
  let answers = Shared<[String]>([])
  let isFilled = Shared(false)
  private let bag = DisposeBag()

  init(_ service: AuthService) {
    let login: Signal<String>
    if mended {
      login = username.withLatestFrom(password) { Credentials(user: $0, password: $1) }
        .flatMap { service.signIn($0) }
    } else {
      login = username.flatMap { [password] user in  // LEAK
        password.map { Credentials(user: user, password: $0) }.flatMap { service.signIn($0) }
      }
    }
    taps.flatMapLatest { _ in login }
      .subscribe(next: { [answers] answer in answers.update { $0.append(answer) } })
      .disposed(by: bag)
    combineLatest(username, password)
      .map { !$0.0.isEmpty && !$0.1.isEmpty }
      .subscribe(next: { [isFilled] filled in isFilled.update { $0 = filled } })
      .disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum CorrectedLogin: LeakProgram {
  static func run() {
    let service = AuthService()
    let form = LoginForm(service)
    form.username.accept("al")
    form.password.accept("open")
    form.taps.accept(())
    pause(milliseconds: 30)
    for name in ["ali", "alib", "alibaba"] {
      form.username.accept(name)
      pause(milliseconds: 15)
    }
    for password in ["open ses", "open sesame"] {
      form.password.accept(password)
      pause(milliseconds: 30)
    }
    if form.isFilled.value { form.taps.accept(()) }
    pause(milliseconds: 60)
    print("requests", service.requests.value.count, "last", form.answers.value.last ?? "none")
    form.close()
  }
}

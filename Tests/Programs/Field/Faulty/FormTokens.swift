// fault: token-made-for-each-subscriber
// verdict: suspect
// proof: run
// says: the filter and the page subscribe to the token of one request, and each gets a new one; the older is not valid
// source: spring-projects/spring-security #9113
// fix: the token of a request is made once and cached for all who ask for it

import Signals

/// Makes tokens and keeps the newest one of each session.
private final class TokenRepository: Sendable {
  let generated = Shared(0)
  private let valid = Shared<[Int: String]>([:])
  private let random = QueueScheduler("random")

  func newToken(for session: Int) -> Signal<String> {
    Signal<Int>.timer(after: .milliseconds(3), on: random).map { [generated, valid] _ -> String in
      let number = generated.update { generated -> Int in
        generated += 1
        return generated
      }
      valid.update { $0[session] = "token \(number)" }
      return "token \(number)"
    }
  }

  func isValid(_ token: String, for session: Int) -> Bool { valid.value[session] == token }
}

/// A request for a page with a form. The token is in a cookie and in the form.
private final class Exchange: Sendable {
  let cookie = Shared("")
  let form = Shared("")
  private let token: Signal<String>
  private let bag = DisposeBag()

  init(_ session: Int, _ repository: TokenRepository) {
    let fresh = repository.newToken(for: session)
    token = mended ? fresh.share(replay: 1, scope: .forever) : fresh  // LEAK
  }

  func filter() {
    token.subscribe(next: { [cookie] token in cookie.update { $0 = token } }).disposed(by: bag)
  }

  func render() {
    token.map { "<input value='\($0)'>" }
      .subscribe(next: { [form] text in form.update { $0 = text } })
      .disposed(by: bag)
  }

  func close() { bag.dispose() }
}

enum FormTokens: LeakProgram {
  static func run() {
    let repository = TokenRepository()
    let visits = PublishSubject<Int>()
    let counter = visits.scan(0) { count, _ in count + 1 }.subscribe(next: { _ in })
    var accepted = 0
    for session in 0..<6 {
      visits.next(session)
      let exchange = Exchange(session, repository)
      exchange.filter()
      exchange.render()
      pause(milliseconds: 20)
      // The visitor sends the form back, with the cookie.
      let isSame = exchange.form.value.contains(exchange.cookie.value)
      if isSame && repository.isValid(exchange.cookie.value, for: session) { accepted += 1 }
      exchange.close()
    }
    print("tokens", repository.generated.value, "accepted", accepted, "of", 6)
    counter.dispose()
  }
}

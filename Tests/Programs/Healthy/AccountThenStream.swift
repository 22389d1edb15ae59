// healthy: take(1) above flatMap, inner signals alive
// says: Who is logged in is asked once, and the stream of that account goes on for as long as the client runs: take(1) is meant for the question.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Server: Sendable {
  let accounts = BehaviorSubject("nobody")
  let mails = PublishSubject<(account: String, size: Int)>()

  func mails(of account: String) -> Signal<Int> {
    mails.filter { $0.account == account }.map { $0.size }
  }
}

private final class Client: Sendable {
  let bytes = Atomic<Int>(0)
  private let bag = DisposeBag()

  func start(_ server: Server) {
    server.accounts
      .filter { $0 != "nobody" }
      .take(1)
      .flatMap { server.mails(of: $0) }
      .subscribe(next: { self.bytes.add($0, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum AccountThenStream: LeakProgram {
  static func run() {
    let server = Server()
    let clients = (0..<6).map { _ in Client() }
    for (number, client) in clients.enumerated() {
      client.start(server)
      server.accounts.next("user\(number)")
      server.accounts.next("nobody")
    }
    for mail in 0..<80 {
      server.mails.next(("user\(mail % 6)", mail))
      pause(milliseconds: 2)
    }
    print("bytes", clients.map { $0.bytes.load(ordering: .relaxed) })
    exit(0)
  }
}

// healthy: take(1) above flatMapLatest, whose inner signal never ends
// says: One login opens the stream of messages, which is meant to stay for as long as the program runs.
// allows: nothing

import Glibc
import Signals

enum LoginThenStream: LeakProgram {
  static func run() {
    let logins = PublishSubject<String>()
    let messages = PublishSubject<Int>()
    let bag = DisposeBag()
    logins.take(1)
      .flatMapLatest { user in messages.map { "\(user) \($0)" } }
      .subscribe(next: { _ in })
      .disposed(by: bag)
    pause(milliseconds: 5)
    logins.next("ada")
    for message in 0..<60 {
      messages.next(message)
      pause(milliseconds: 2)
    }
    withExtendedLifetime(bag) { exit(0) }
  }
}

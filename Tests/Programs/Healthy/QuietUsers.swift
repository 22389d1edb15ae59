// healthy: alive and without a value for most of the run
// says: Users who say nothing are still logged in; the server keeps them until they leave.
// allows: nothing

import Signals
import Synchronization

private final class User: Sendable {
  let words = PublishSubject<String>()
  private let bag = DisposeBag()

  init(_ transcript: @escaping @Sendable (String) -> Void) {
    words.map { $0.lowercased() }.subscribe(next: transcript).disposed(by: bag)
  }
}

enum QuietUsers: LeakProgram {
  static func run() {
    let lines = Shared<[String]>([])
    var users = (0..<40).map { _ in User { line in lines.update { $0.append(line) } } }
    for user in users { user.words.next("HELLO") }
    for minute in 0..<60 {
      users[minute % 3].words.next("Talk \(minute)")
      if minute % 6 == 5 { users[3 + minute / 6] = User { line in lines.update { $0.append(line) } } }
      pause(milliseconds: 4)
    }
    print("lines", lines.value.count)
  }
}

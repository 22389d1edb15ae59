// fault: missing-share
// verdict: finding
// proof: run
// says: a computed property makes the request anew for each resolver, and six of them run at the same time

@preconcurrency import Dispatch
import Signals

private struct User: Sendable {
  let id: Int
  let name: String
}

/// What the resolvers of one query have in common.
private final class Context: Sendable {
  private let database = QueueScheduler("database")
  private let asked: Shared<Int>
  private let shared: Signal<User>

  init(_ asked: Shared<Int>) {
    self.asked = asked
    shared = Self.load(database, asked).share(replay: 1, scope: .forever)
  }

  var user: Signal<User> { mended ? shared : Self.load(database, asked) }

  private static func load(_ database: QueueScheduler, _ asked: Shared<Int>) -> Signal<User> {
    .create { subscriber in  // LEAK
      let id = asked.update { count in
        count += 1
        return count
      }
      return database.schedule(after: .milliseconds(25)) {
        subscriber.next(User(id: id, name: "user \(id)"))
        subscriber.completed()
      }
    }
  }
}

/// Resolves the fields of a query side by side, as a GraphQL server does.
private func resolve(_ fields: [String], _ context: Context) -> DisposeBag {
  let bag = DisposeBag()
  let group = DispatchGroup()
  for field in fields {
    DispatchQueue.global().async(group: group) {
      context.user.map { "\(field): \($0.name)" }.subscribe(next: { _ in }).disposed(by: bag)  // LEAK
    }
  }
  group.wait()
  return bag
}

enum ResolverContext: LeakProgram {
  static func run() {
    let asked = Shared(0)
    for _ in 0..<4 {
      let bag = resolve(["name", "mail", "friends", "posts", "likes", "photo"], Context(asked))
      pause(milliseconds: 45)
      withExtendedLifetime(bag) {}
    }
    print("asked", asked.value > 0)
  }
}

// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: subscriptions are kept under the name as it comes, and looked for in lower case as the user leaves

import Signals

private final class Presence: Sendable {
  private let following = Shared<[String: Subscription]>([:])
  let moves = PublishSubject<String>()

  func comes(_ name: String) {
    let subscription = moves.filter { $0 == name }.subscribe(next: { _ in })  // LEAK
    following.update { $0[mended ? name.lowercased() : name] = subscription }  // LEAK
  }

  func leaves(_ name: String) {
    following.update { $0.removeValue(forKey: name.lowercased()) }?.dispose()  // LEAK
  }
}

/// Who is in the room, by name.
enum KeyCase: LeakProgram {
  static func run() {
    let presence = Presence()
    for round in 0..<6 {
      for name in ["ann", "Bob", "carl", "dora", "Eve\(round)"] {
        presence.comes(round == 0 || name.first == "E" ? name : "\(name)\(round)")
        presence.moves.next(name)
        pause(milliseconds: 2)
      }
      for name in ["ann", "Bob", "carl", "dora", "Eve\(round)"] {
        presence.leaves(round == 0 || name.first == "E" ? name : "\(name)\(round)")
      }
    }
    for step in 0..<25 {
      presence.moves.next("step \(step)")
      pause(milliseconds: 2)
    }
    withExtendedLifetime(presence) {}
  }
}

// healthy: a replay that outlives its subscribers
// says: The profile of the user is kept for the next screen as long as the app runs: one connection, made at the first use.
// allows: nothing

import Signals

private struct Profile: Sendable {
  var name: String
  var followers: Int
}

private let backend = BehaviorSubject(Profile(name: "ada", followers: 0))

private enum CurrentUser {
  static let connections = Shared(0)
  static let profile: Signal<Profile> =
    backend
    .onSubscribe { connections.update { $0 += 1 } }
    .distinctUntilChanged { $0.followers }
    .replay(1)
}

private final class ProfileScreen {
  private let bag = DisposeBag()
  private let title = Shared("")

  init() {
    CurrentUser.profile
      .subscribe(next: { [title] profile in title.update { $0 = "\(profile.name) \(profile.followers)" } })
      .disposed(by: bag)
  }

  var text: String { title.value }
}

enum ProfileReplayed: LeakProgram {
  static func run() {
    var texts: [String] = []
    for visit in 0..<9 {
      let screen = ProfileScreen()
      backend.next(Profile(name: "ada", followers: visit * 10))
      texts.append(screen.text)
      pause(milliseconds: 8)
    }
    // Between two visits nobody looks; the next one finds what came meanwhile.
    backend.next(Profile(name: "ada", followers: 1000))
    let last = ProfileScreen()
    print(texts.count, "visits", CurrentUser.connections.value, "connection", last.text)
  }
}

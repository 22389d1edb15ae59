// fault: connection
// verdict: suspect
// proof: run
// says: each profile that was looked at is replayed for ever, subscribers or not

import Signals

/// Profiles that remember their last state.
enum ProfileCache: LeakProgram {
  static func run() {
    let updates = PublishSubject<Int>()
    for user in 0..<20 {
      let own = updates.filter { $0 == user }
      let profile = mended ? own.share(replay: 1) : own.replayLast()  // LEAK
      let screen = profile.subscribe(next: { _ in })
      updates.next(user)
      screen.dispose()
      pause(milliseconds: 1)
    }
    for user in 0..<20 { updates.next(user) }
    pause(milliseconds: 30)
  }
}

// healthy: subscriptions in a dictionary, of which some are never removed
// says: Whoever leaves is removed and disposed; five are still logged in as the program is told to exit.
// allows: nothing

import Glibc
import Signals

enum OpenSessionsByName: LeakProgram {
  static func run() {
    let moves = PublishSubject<Int>()
    var sessions: [String: Subscription] = [:]
    for user in 0..<25 {
      sessions["user \(user)"] = moves.filter { $0 == user }.subscribe(next: { _ in })
      for move in 0..<25 { moves.next(move) }
      pause(milliseconds: 3)
      if user >= 5 { sessions.removeValue(forKey: "user \(user - 5)")?.dispose() }
    }
    print("open", sessions.count)
    exit(0)
  }
}

// healthy: many were disposed, and some of the same line are alive at the end
// says: Whoever has left is unsubscribed; four are still connected when the server is stopped from outside.
// allows: nothing

import Signals

private final class Client: Sendable {
  private let handle: Subscription
  init(_ talk: Signal<Int>) { handle = talk.subscribe(next: { _ in }) }
  func leave() { handle.dispose() }
}

enum ChatServerOpen: LeakProgram {
  static func run() {
    let talk = PublishSubject<Int>()
    var clients: [Client] = []
    for round in 0..<40 {
      clients.append(Client(talk))
      talk.next(round)
      if clients.count > 4 { clients.removeFirst().leave() }
      pause(milliseconds: 2)
    }
    killed(holding: clients as AnyObject)
  }
}

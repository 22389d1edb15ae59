// fault: forgotten-handle
// verdict: suspect
// proof: run
// says: leaving a room disposes the messages; who is typing has no handle and is followed for ever

import Signals

/// Rooms that are entered and left again.
enum TypingNotices: LeakProgram {
  static func run() {
    let server = PublishSubject<String>()
    for number in 0..<18 {
      let room = Room(number, server)
      server.next("\(number) hello")
      server.next("\(number) typing")
      room.leave()
    }
    for _ in 0..<5 { server.next("1 typing") }
    pause(milliseconds: 30)
  }
}

private final class Room {
  private let messages: Subscription
  private var typing: Subscription?

  init(_ number: Int, _ server: Signal<String>) {
    let own = server.filter { $0.hasPrefix("\(number) ") }
    messages = own.subscribe(next: { _ in })
    let follow = own.filter { $0.hasSuffix("typing") }.subscribe(next: { _ in })  // LEAK
    if mended { typing = follow }
  }

  func leave() {
    messages.dispose()
    typing?.dispose()
  }
}

// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: `take(until:)` hears values and completion; a socket that breaks fails its signal, and those stay subscribed

import Signals

private struct ConnectionReset: Error {}

/// A websocket: what it receives, and its end, which is a completion or an error.
private final class Socket: Sendable {
  let number: Int
  let closed = PublishSubject<Never>()

  init(_ number: Int) { self.number = number }

  func close(broken: Bool) {
    if broken { closed.error(ConnectionReset()) } else { closed.completed() }
  }
}

/// Sends the news of a room to all sockets that are in it.
private final class Room: Sendable {
  private let news = PublishSubject<String>()
  private let sent = Shared(0)

  func join(_ socket: Socket) {
    let end = mended ? socket.closed.ignoreFailure() : socket.closed
    _ = news.map { "\(socket.number): \($0)" }
      .take(until: end)  // LEAK
      .subscribe(next: { [sent] _ in sent.update { $0 += 1 } })  // LEAK
  }

  func say(_ text: String) { news.next(text) }
}

enum ClosedByError: LeakProgram {
  static func run() {
    let room = Room()
    for number in 0..<24 {
      let socket = Socket(number)
      room.join(socket)
      room.say("welcome")
      pause(milliseconds: 3)
      onAnotherThread { socket.close(broken: number % 4 == 1) }
    }
    for line in 0..<25 {
      room.say("line \(line)")
      pause(milliseconds: 2)
    }
  }
}

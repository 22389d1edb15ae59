// fault: round-growth
// verdict: likely
// proof: run
// says: after each reconnect the rooms are joined again; the messages take the place of the old ones, the presence does not

import SignalTracing
import Signals

/// A chat client that joins its rooms again whenever the socket has come back.
private final class ChatClient {
  private let socket: PublishSubject<Int>
  private var messages: [String: SerialDisposable] = [:]
  private var presence: [String: SerialDisposable] = [:]
  private let rooms = ["lobby", "swift"]

  init(_ socket: PublishSubject<Int>) {
    self.socket = socket
    for room in rooms {
      messages[room] = SerialDisposable()
      presence[room] = SerialDisposable()
    }
  }

  func reconnected() {
    for room in rooms {
      let lines = socket.filter { $0 % 2 == 0 }.map { "\(room) \($0)" }
      messages[room]?.inner = lines.subscribe(next: { _ in })
      let members = socket.filter { $0 % 2 == 1 }.scan(into: Set<Int>()) { $0.insert($1 % 7) }
      let following = members.subscribe(next: { _ in })  // LEAK
      if mended { presence[room]?.inner = following }
    }
  }

  func close() {
    for room in rooms {
      messages[room]?.dispose()
      presence[room]?.dispose()
    }
  }
}

enum RoomsAfterReconnect: LeakProgram {
  static func run() {
    let socket = PublishSubject<Int>()
    let client = ChatClient(socket)
    for connection in 0..<16 {
      client.reconnected()
      for frame in 0..<5 { socket.next(connection + frame) }
      pause(milliseconds: 2)
      Trace.mark("reconnected")
    }
    for frame in 0..<20 {
      socket.next(frame)
      pause(milliseconds: 1)
    }
    client.close()
    for frame in 0..<10 { socket.next(frame) }
  }
}

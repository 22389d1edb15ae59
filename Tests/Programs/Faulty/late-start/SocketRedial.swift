// fault: late-start
// verdict: likely
// proof: run
// says: closing completes the socket, which is taken for a lost line: it redials, and `closed` has fired by then

import Signals
import Synchronization

private struct Message: Sendable {
  let text: String
}

/// A server that sends now and then, and drops some lines.
private final class Server: Sendable {
  let dials = Atomic<Int>(0)
  private let clock = QueueScheduler("server")

  func socket(dropAfter messages: Int?) -> Signal<Message> {
    Signal<Message>.deferred { [clock] in
      self.dials.add(1, ordering: .relaxed)
      let all = Signal<Int>.interval(.milliseconds(8), on: clock).map { Message(text: "message \($0)") }
      return messages.map { all.take($0) } ?? all
    }
  }
}

/// Keeps a line to the server until it is closed.
private final class SocketClient: Sendable {
  let received = Atomic<Int>(0)
  private let closed = PublishSubject<Void>()
  private let isClosed = Atomic<Bool>(false)
  private let redialClock = QueueScheduler("redial")
  private let server: Server
  private let isUnstable: Bool

  init(_ server: Server, isUnstable: Bool) {
    self.server = server
    self.isUnstable = isUnstable
  }

  func connect() {
    _ = server.socket(dropAfter: isUnstable ? 3 : nil)
      .take(until: closed)
      .subscribe(next: { self.count($0) }, completed: { self.redial() })  // LEAK
  }

  private func count(_ message: Message) { received.add(1, ordering: .relaxed) }

  private func redial() {
    if mended, isClosed.load(ordering: .relaxed) { return }
    redialClock.schedule(after: .milliseconds(12)) {  // LEAK
      if mended, self.isClosed.load(ordering: .relaxed) { return }
      self.connect()
    }
  }

  func close() {
    isClosed.store(true, ordering: .relaxed)
    closed.next(())
  }
}

enum SocketRedial: LeakProgram {
  static func run() {
    let server = Server()
    var clients: [SocketClient] = []
    for number in 0..<6 {
      let client = SocketClient(server, isUnstable: number == 4)
      client.connect()
      clients.append(client)
      pause(milliseconds: 9)
    }
    pause(milliseconds: 90)
    for client in clients {
      client.close()
      pause(milliseconds: 6)
    }
    pause(milliseconds: 160)
    print("received", clients.map { $0.received.load(ordering: .relaxed) })
    print("dials", server.dials.load(ordering: .relaxed))
  }
}

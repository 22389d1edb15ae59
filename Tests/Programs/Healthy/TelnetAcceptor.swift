// healthy: a subscription is made within another for every connection, and no handle is kept
// says: A session ends as its line is hung up, and at the shutdown every line is.
// allows: nothing

import Signals
import Synchronization

/// A line to somebody at a terminal; it completes as it is hung up.
private final class Line: Sendable {
  let number: Int
  let typed = PublishSubject<String>()

  init(_ number: Int) { self.number = number }

  func hangUp() { typed.completed() }
}

/// What a user sees: every command is echoed and answered.
private final class Session: Sendable {
  private let line: Line
  private let server: TelnetServer
  private let history = Shared<[String]>([])

  init(_ line: Line, _ server: TelnetServer) {
    self.line = line
    self.server = server
  }

  /// The subscription keeps the session in memory, as long as the line is open.
  func begin() {
    _ = line.typed
      .do(onNext: { command in self.history.update { $0.append(command) } })
      .concatMap { self.server.answer(to: $0) }
      .subscribe(
        next: { _ in self.server.answered.add(1, ordering: .relaxed) },
        completed: { self.server.forget(self.line) })
  }
}

private final class TelnetServer: Sendable {
  let answered = Atomic<Int>(0)
  private let worker = QueueScheduler("telnet worker")
  private let accepted = PublishSubject<Line>()
  private let open = Shared<[Int: Line]>([:])
  private let accepting = SerialDisposable()

  func listen() {
    accepting.inner = accepted.subscribe(next: { line in
      self.open.update { $0[line.number] = line }
      Session(line, self).begin()
    })
  }

  func accept(_ line: Line) { accepted.next(line) }

  func answer(to command: String) -> Signal<String> {
    Signal<Int>.timer(after: .milliseconds(3), on: worker).map { _ in "\(command): ok" }
  }

  func forget(_ line: Line) { open.update { $0[line.number] = nil } }

  /// Takes no further lines, and hangs up on those that are left.
  func shutDown() {
    accepting.dispose()
    open.value.values.forEach { $0.hangUp() }
  }

  var openCount: Int { open.value.count }
}

enum TelnetAcceptor: LeakProgram {
  static func run() {
    let server = TelnetServer()
    server.listen()
    var lines: [Line] = []
    for number in 0..<20 {
      let line = Line(number)
      onAnotherThread { server.accept(line) }
      lines.append(line)
      line.typed.next("login")
      line.typed.next("list")
      pause(milliseconds: 9)
      if number % 2 == 1 { lines.removeFirst().hangUp() }
    }
    print("open", server.openCount)
    server.shutDown()
    pause(milliseconds: 60)
    print("answered", server.answered.load(ordering: .relaxed), "open", server.openCount)
  }
}

// healthy: a handle in an actor, overwritten at each reconnect; the last one alive at exit
// says: The actor disposes the connection before it takes the next; the newest is open when the program leaves.
// allows: nothing

import Glibc
import Signals

private actor Link {
  private let server: Signal<Int>
  private var connection: Disposable?
  private var received = 0

  init(_ server: Signal<Int>) { self.server = server }

  func connect(_ generation: Int) {
    connection?.dispose()
    connection = server.map { $0 + generation }
      .subscribe(next: { frame in Task { await self.receive(frame) } })
  }

  private func receive(_ frame: Int) { received += frame }
}

enum ActorRooms: LeakProgram {
  static func run() {
    let server = PublishSubject<Int>()
    let links = (0..<4).map { _ in Link(server) }
    let isDone = Flag()
    Task.detached {
      for generation in 0..<6 {
        for (number, link) in links.enumerated() where generation % (number + 1) == 0 {
          await link.connect(generation)
        }
        for frame in 0..<4 {
          server.next(frame)
          try? await Task.sleep(for: .milliseconds(3))
        }
      }
      isDone.raise()
    }
    isDone.wait()
    exit(0)
  }
}

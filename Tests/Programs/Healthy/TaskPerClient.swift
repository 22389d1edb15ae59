// healthy: handles held by tasks; some of a kind alive at exit
// says: Every client has a task that holds its subscription and puts it away when the client goes; three are in at the end.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Chat: Sendable {
  let lines = PublishSubject<String>()
  let read = Atomic<Int>(0)

  func serve(for duration: Duration) {
    Task.detached { [self] in
      let reading = lines.map(\.count).subscribe(next: { self.read.add($0, ordering: .relaxed) })
      try? await Task.sleep(for: duration)
      reading.dispose()
    }
  }
}

enum TaskPerClient: LeakProgram {
  static func run() {
    let chat = Chat()
    for client in 0..<40 {
      chat.serve(for: .milliseconds(client % 13 == 12 ? 5000 : 20))
      chat.lines.next("line \(client)")
      pause(milliseconds: 6)
    }
    pause(milliseconds: 40)
    chat.lines.next("last line")
    print("read", chat.read.load(ordering: .relaxed) > 0)
    exit(0)
  }
}

// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: the task of who reconnects takes the place of the one before, which is not cancelled and reads on

import Signals

private actor Reader {
  private var lines: [String] = []
  func read(_ line: String) { lines.append(line) }
  var count: Int { lines.count }
}

/// A chat whose clients read an asynchronous sequence, each in a task.
private final class Chat: Sendable {
  let lines = PublishSubject<String>()
  let typing = PublishSubject<Int>()
  private let tasks = Shared<[Int: Task<Void, Never>]>([:])

  func join(_ client: Int, _ reader: Reader) {
    if mended { tasks.update { $0.removeValue(forKey: client) }?.cancel() }
    let lines = lines.map { "\(client) reads \($0)" }
    let task = Task {
      do {
        for try await line in lines.values() { await reader.read(line) }  // LEAK
      } catch {}
    }
    tasks.update { $0[client] = task }
  }

  func leave(_ client: Int) { tasks.update { $0.removeValue(forKey: client) }?.cancel() }
}

enum AsyncChatReaders: LeakProgram {
  static func run() {
    let chat = Chat()
    let reader = Reader()
    let dots = chat.typing.subscribe(next: { _ in })
    for client in 0..<12 {
      chat.join(client, reader)
      pause(milliseconds: 4)
      if client % 3 == 0 { chat.join(client, reader) }
      chat.typing.next(client)
      chat.lines.next("line \(client)")
      if client > 2 { chat.leave(client - 3) }
      pause(milliseconds: 4)
    }
    for client in 9..<12 { chat.leave(client) }
    for line in 0..<20 {
      chat.lines.next("late \(line)")
      pause(milliseconds: 3)
    }
    dots.dispose()
  }
}

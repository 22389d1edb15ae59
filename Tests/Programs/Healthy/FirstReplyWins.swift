// healthy: one more subscription for every request to a subject that never ends, in tasks that nobody awaits
// says: A task leaves its loop at the reply that it waits for, and that ends its subscription.
// allows: nothing

import Signals

private struct Reply: Sendable {
  let request: Int
}

/// Sends requests over one line, and tells the replies apart by their number.
private actor Client {
  private let line: PublishSubject<Reply>
  private(set) var answered = 0

  init(_ line: PublishSubject<Reply>) { self.line = line }

  func ask(_ request: Int) async throws {
    for try await reply in line.values(buffering: .newest(32)) where reply.request == request {
      answered += 1
      break
    }
  }
}

enum FirstReplyWins: LeakProgram {
  static func run() {
    let line = PublishSubject<Reply>()
    let client = Client(line)
    let isDone = Flag()
    Task {
      for request in 0..<30 {
        Task { try await client.ask(request) }
        try? await Task.sleep(for: .milliseconds(3))
        line.next(Reply(request: request))
      }
      while await client.answered < 30 {
        for request in 0..<30 { line.next(Reply(request: request)) }
        try? await Task.sleep(for: .milliseconds(3))
      }
      while line.hasSubscribers { try? await Task.sleep(for: .milliseconds(1)) }
      print("answered", await client.answered, "still listening", line.hasSubscribers)
      isDone.raise()
    }
    isDone.wait()
  }
}

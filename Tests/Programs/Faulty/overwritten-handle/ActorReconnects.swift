// fault: overwritten-handle
// verdict: likely
// proof: run
// says: a connection that is lost is taken up by a new subscription; the one before is overwritten and listens on

import Signals

private struct Frame: Sendable {
  let generation: Int
  let text: String
}

/// An actor that keeps one connection to a server.
private actor Link {
  private let server: Signal<Frame>
  private var connection: Disposable?
  private var received = 0

  init(_ server: Signal<Frame>) { self.server = server }

  func connect(_ generation: Int) {
    if mended { connection?.dispose() }
    connection = server.filter { $0.generation <= generation }
      .subscribe(next: { frame in Task { await self.receive(frame) } })  // LEAK
  }

  private func receive(_ frame: Frame) { received += 1 }
  func close() { connection?.dispose() }
}

enum ActorReconnects: LeakProgram {
  static func run() {
    let server = PublishSubject<Frame>()
    let statistics = server.map { $0.text.count }.scan(0, +).subscribe(next: { _ in })
    let link = Link(server)
    let isDone = Flag()
    Task {
      for generation in 0..<5 {
        await link.connect(generation)
        for number in 0..<4 { server.next(Frame(generation: generation, text: "frame \(number)")) }
        try? await Task.sleep(for: .milliseconds(10))
      }
      await link.close()
      for number in 0..<15 {
        server.next(Frame(generation: 0, text: "late \(number)"))
        try? await Task.sleep(for: .milliseconds(3))
      }
      statistics.dispose()
      isDone.raise()
    }
    isDone.wait()
  }
}

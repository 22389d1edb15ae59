// fault: stream-outlives-client
// verdict: suspect
// proof: run
// says: the body of a response is a stream of pings that nothing ends, also when the browser has closed the line
// source: hummingbird-project/hummingbird #618
// fix: the stream ends as soon as the inbound side of the connection closes

import Dispatch
import Signals

/// A line to a browser. Both sides see when it closes.
private final class Line: Sendable {
  let inboundClosed = AsyncSubject<Bool>()
  let written = Shared(0)
  private let isOpen = Shared(true)

  func write(_ text: String) { if isOpen.value { written.update { $0 += text.utf8.count } } }

  func close() {
    isOpen.update { $0 = false }
    inboundClosed.next(true)
    inboundClosed.completed()
  }
}

/// Answers with server-sent events.
private final class EventServer: Sendable {
  let news = PublishSubject<String>()
  let running = Shared(0)

  func respond(to line: Line) {
    let pings = AsyncStream<String> { continuation in
      let pinging = Task {
        while !Task.isCancelled {
          continuation.yield("event: ping")
          try? await Task.sleep(for: .milliseconds(12))
        }
      }
      continuation.onTermination = { _ in pinging.cancel() }
    }
    var body = Signal(pings).merge(news.map { "data: \($0)" })  // LEAK
    if mended { body = body.take(until: line.inboundClosed) }
    running.update { $0 += 1 }
    _ = body.subscribe(  // LEAK
      next: { line.write($0) }, disposed: { [running] in running.update { $0 -= 1 } })
  }
}

enum PingedBrowsers: LeakProgram {
  static func run() {
    let server = EventServer()
    let archive = server.news.collect().subscribe(next: { _ in })
    var open: [Line] = []
    for visitor in 0..<20 {
      let line = Line()
      server.respond(to: line)
      open.append(line)
      server.news.next("visitor \(visitor)")
      pause(milliseconds: 16)
      if open.count > 3 { open.removeFirst().close() }
    }
    for line in open { line.close() }
    pause(milliseconds: 120)
    print("still running", server.running.value)
    server.news.next("goodbye")
    archive.dispose()
    killed(holding: server)
  }
}

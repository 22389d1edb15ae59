import Harness

extension Contestant {
  /// The language's own way: `AsyncStream`.
  mutating func addValues() {
    self[.values] = { { count in sumWhile { stream(count, ThisThread.run) } } }
    self[.valuesOfThreads] = { { count in sumWhile { stream(count, TwoTasks.run) } } }
  }
}

private typealias Body = @Sendable () async -> Void

private func stream(_ count: Int, _ run: (@escaping Body, @escaping Body) -> Void) {
  let (stream, continuation) = AsyncStream<Int>.makeStream()
  run({ for await value in stream { sum &+= value } }) {
    for value in 0..<count { continuation.yield(value) }
    continuation.finish()
  }
}

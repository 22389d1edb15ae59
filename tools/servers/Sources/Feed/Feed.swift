import Synchronization

/// A feed of prices. Each request has a stream of its own.
public final class Feed: Sendable {
  private let readers = Mutex<[Int: AsyncStream<Int>.Continuation]>([:])

  public init() {}

  public func prices(of request: Int) -> AsyncStream<Int> {
    let (prices, continuation) = AsyncStream.makeStream(of: Int.self)
    readers.withLock { $0[request] = continuation }
    return prices
  }

  public func send(_ price: Int, to request: Int) {
    _ = readers.withLock { $0[request] }?.yield(price)
  }

  public func finish(_ request: Int) {
    readers.withLock { $0.removeValue(forKey: request) }?.finish()
  }

  /// The fault of each of these servers: the reader of these prices waits for ever.
  public func forget(_ request: Int) {
    _ = readers.withLock { $0.removeValue(forKey: request) }
  }
}

/// The sum of all prices that were read.
public final class Sum: Sendable {
  private let sum = Mutex(0)

  public init() {}

  public func add(_ price: Int) { sum.withLock { $0 += price } }
  public var value: Int { sum.withLock { $0 } }
}

/// The number of the next request.
public final class Count: Sendable {
  private let count = Mutex(0)

  public init() {}

  public func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

/// A server as it is started: `SERVER PORT [--mended]`.
public struct Arguments: Sendable {
  public let port: Int
  public let isMended: Bool

  public init() {
    port = Int(CommandLine.arguments.dropFirst().first ?? "") ?? 8080
    isMended = CommandLine.arguments.contains("--mended")
  }
}

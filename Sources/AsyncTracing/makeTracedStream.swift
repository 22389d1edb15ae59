extension AsyncStream {
  /// The stream of `makeTracedStream(of:named:bufferingPolicy:)`.
  public typealias Traced = AsyncTracedStream<AsyncStream<Element>>

  /// Makes a stream and its continuation, as `makeStream(of:bufferingPolicy:)` does. A recording knows the
  /// line of this call, what each loop has read, and when nobody can finish the stream any more.
  ///
  ///     let (prices, continuation) = AsyncStream.makeTracedStream(of: Int.self, named: "prices")
  ///
  /// The continuation's memory may go without `finish()` before a loop has ended: then that loop waits in
  /// vain. This is a leak for certain, and names the line of the loop or of its traced task, and this line.
  ///
  /// - Parameter name: a literal, which recordings show.
  public static func makeTracedStream(
    of elementType: Element.Type = Element.self, named name: StaticString = "AsyncStream",
    bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> (stream: Traced, continuation: TracedContinuation) {
    let (stream, continuation) = makeStream(of: elementType, bufferingPolicy: limit)
    let state = StreamState()
    return (
      Traced(stream, state, name, file, line), TracedContinuation(continuation, StreamGrip(state))
    )
  }

  /// Sends to a traced stream and finishes it, as `AsyncStream.Continuation`. It may be copied; the last copy
  /// counts.
  public struct TracedContinuation: Sendable {
    private let base: Continuation
    private let grip: StreamGrip

    fileprivate init(_ base: Continuation, _ grip: StreamGrip) {
      self.base = base
      self.grip = grip
    }

    /// Sends an element to whoever reads the stream, now or later.
    @discardableResult
    public func yield(_ value: sending Element) -> Continuation.YieldResult { base.yield(value) }

    /// Lets whoever reads the stream go on.
    @discardableResult
    public func yield() -> Continuation.YieldResult where Element == Void { base.yield() }

    /// Ends the stream: loops end when they have read the elements that wait.
    public func finish() {
      grip.finish()
      base.finish()
    }

    /// Called once the stream is finished, or its last reader is gone. A closure here that keeps the
    /// continuation keeps it for as long as the stream.
    public var onTermination: (@Sendable (Continuation.Termination) -> Void)? {
      get { base.onTermination }
      nonmutating set { base.onTermination = newValue }
    }
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// The stream of `makeTracedStream(of:named:bufferingPolicy:)`.
  public typealias Traced = AsyncTracedStream<AsyncThrowingStream<Element, any Error>>

  /// Makes a stream that may fail and its continuation, as `makeStream(of:bufferingPolicy:)` does. For the
  /// rest see `AsyncStream.makeTracedStream(of:named:bufferingPolicy:)`.
  ///
  /// - Parameter name: a literal, which recordings show.
  public static func makeTracedStream(
    of elementType: Element.Type = Element.self, named name: StaticString = "AsyncThrowingStream",
    bufferingPolicy limit: Continuation.BufferingPolicy = .unbounded,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> (stream: Traced, continuation: TracedContinuation) {
    let (stream, continuation) = makeStream(of: elementType, bufferingPolicy: limit)
    let state = StreamState()
    return (
      Traced(stream, state, name, file, line), TracedContinuation(continuation, StreamGrip(state))
    )
  }

  /// Sends to a traced stream and finishes it, as `AsyncThrowingStream.Continuation`. It may be copied; the
  /// last copy counts.
  public struct TracedContinuation: Sendable {
    private let base: Continuation
    private let grip: StreamGrip

    fileprivate init(_ base: Continuation, _ grip: StreamGrip) {
      self.base = base
      self.grip = grip
    }

    /// Sends an element to whoever reads the stream, now or later.
    @discardableResult
    public func yield(_ value: sending Element) -> Continuation.YieldResult { base.yield(value) }

    /// Lets whoever reads the stream go on.
    @discardableResult
    public func yield() -> Continuation.YieldResult where Element == Void { base.yield() }

    /// Ends the stream, with an error or without: loops end when they have read the elements that wait.
    public func finish(throwing error: (any Error)? = nil) {
      grip.finish()
      base.finish(throwing: error)
    }

    /// Called once the stream is finished, or its last reader is gone. A closure here that keeps the
    /// continuation keeps it for as long as the stream.
    public var onTermination: (@Sendable (Continuation.Termination) -> Void)? {
      get { base.onTermination }
      nonmutating set { base.onTermination = newValue }
    }
  }
}

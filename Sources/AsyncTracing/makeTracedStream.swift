extension AsyncStream {
  /// The stream of `makeTracedStream(of:named:bufferingPolicy:)`.
  public typealias Traced = AsyncTracedStream<AsyncStream<Element>>

  /// Makes a stream and its continuation, as `makeStream(of:bufferingPolicy:)` does. A recording shows the
  /// line of this call, the elements that each loop has read, and the moment after which the stream can no
  /// longer be finished.
  ///
  ///     let (prices, continuation) = AsyncStream.makeTracedStream(of: Int.self, named: "prices")
  ///
  /// If the continuation goes out of memory without `finish()`, a loop that has not ended waits for ever.
  /// This is a certain leak. Its report names the line of the loop or of its traced task, and this line.
  ///
  /// - Parameter name: a literal that recordings show.
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

  /// Sends to a traced stream and finishes it, as `AsyncStream.Continuation` does. It may be copied: the
  /// stream is abandoned when the last copy goes out of memory.
  public struct TracedContinuation: Sendable {
    private let base: Continuation
    private let grip: StreamGrip

    fileprivate init(_ base: Continuation, _ grip: StreamGrip) {
      self.base = base
      self.grip = grip
    }

    /// Sends an element to the present or a later reader of the stream.
    @discardableResult
    public func yield(_ value: sending Element) -> Continuation.YieldResult { base.yield(value) }

    /// Lets the reader of the stream go on.
    @discardableResult
    public func yield() -> Continuation.YieldResult where Element == Void { base.yield() }

    /// Ends the stream. Loops end when they have read the waiting elements.
    public func finish() {
      grip.finish()
      base.finish()
    }

    /// Called once the stream is finished, or its last reader is gone. A closure that captures the
    /// continuation keeps it in memory as long as the stream.
    public var onTermination: (@Sendable (Continuation.Termination) -> Void)? {
      get { base.onTermination }
      nonmutating set { base.onTermination = newValue }
    }
  }
}

extension AsyncThrowingStream where Failure == any Error {
  /// The stream of `makeTracedStream(of:named:bufferingPolicy:)`.
  public typealias Traced = AsyncTracedStream<AsyncThrowingStream<Element, any Error>>

  /// Makes a stream that may fail, and its continuation, as `makeStream(of:bufferingPolicy:)` does.
  /// Recordings show the same as with `AsyncStream.makeTracedStream(of:named:bufferingPolicy:)`.
  ///
  /// - Parameter name: a literal that recordings show.
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

  /// Sends to a traced stream and finishes it, as `AsyncThrowingStream.Continuation` does. It may be copied:
  /// the stream is abandoned when the last copy goes out of memory.
  public struct TracedContinuation: Sendable {
    private let base: Continuation
    private let grip: StreamGrip

    fileprivate init(_ base: Continuation, _ grip: StreamGrip) {
      self.base = base
      self.grip = grip
    }

    /// Sends an element to the present or a later reader of the stream.
    @discardableResult
    public func yield(_ value: sending Element) -> Continuation.YieldResult { base.yield(value) }

    /// Lets the reader of the stream go on.
    @discardableResult
    public func yield() -> Continuation.YieldResult where Element == Void { base.yield() }

    /// Ends the stream, with an error or without. Loops end when they have read the waiting elements.
    public func finish(throwing error: (any Error)? = nil) {
      grip.finish()
      base.finish(throwing: error)
    }

    /// Called once the stream is finished, or its last reader is gone. A closure that captures the
    /// continuation keeps it in memory as long as the stream.
    public var onTermination: (@Sendable (Continuation.Termination) -> Void)? {
      get { base.onTermination }
      nonmutating set { base.onTermination = newValue }
    }
  }
}

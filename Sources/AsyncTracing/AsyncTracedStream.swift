public import SignalTracing
import TraceFormat

/// A stream that recordings show: see `makeTracedStream(of:named:bufferingPolicy:)`.
///
/// Each iteration is a life of the stream, with the elements that it has read. It stands above the stage that
/// reads it. Without a stage the stream makes a life `for await` for the loop, at the line of the stream,
/// because a loop does not know its own line. Write `.traced("name")` in the loop to see the line of the
/// loop.
public struct AsyncTracedStream<Base: AsyncSequence>: AsyncSequence {
  public typealias Element = Base.Element
  public typealias Failure = Base.Failure

  private let base: Base
  private let state: StreamState
  private let site: CallSite
  private let loopSite: CallSite

  init(_ base: Base, _ state: StreamState, _ name: StaticString, _ file: StaticString, _ line: UInt32) {
    self.base = base
    self.state = state
    site = CallSite(name, file, line, [.source, .hot])
    loopSite = CallSite("for await", file, line)
  }

  /// Begins the life of one iteration.
  public func makeAsyncIterator() -> Iterator {
    Iterator(StreamReading(state, site, loop: loopSite), base.makeAsyncIterator())
  }

  /// Its life lasts until the stream ends or the iterator goes out of memory. One task at a time may use it.
  public struct Iterator: AsyncIteratorProtocol {
    public typealias Element = Base.Element
    public typealias Failure = Base.Failure

    // In front of `base`: its end comes first.
    @usableFromInline let reading: StreamReading
    @usableFromInline var base: Base.AsyncIterator

    init(_ reading: StreamReading, _ base: Base.AsyncIterator) {
      self.reading = reading
      self.base = base
    }

    @inlinable
    public mutating func next() async throws(Base.Failure) -> Base.Element? {
      try await next(isolation: nil)
    }

    /// The next element; nil once the stream is finished, or when the task was cancelled.
    @inlinable
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Base.Failure) -> Base.Element? {
      do throws(Base.Failure) {
        let element = try await base.next(isolation: actor)
        if let element {
          if TracedSubscription.watchOnValues != 0 { reading.next { String(describing: element) } }
        } else {
          reading.completed()
        }
        return element
      } catch {
        reading.failed(error)
        throw error
      }
    }
  }
}

extension AsyncTracedStream: Sendable where Base: Sendable {}
extension AsyncTracedStream.Iterator: Sendable where Base.AsyncIterator: Sendable {}

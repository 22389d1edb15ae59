public import SignalTracing
import TraceFormat

/// A stream of which a recording tells: see `makeTracedStream(of:named:bufferingPolicy:)`.
///
/// Each iteration is a life of the stream, with the elements that it has read. It stands above the stage that
/// reads it, or above a life `for await` at the line of the stream, which the stream makes where no stage is:
/// a loop does not tell its own line. Write `.traced("name")` in the loop to see that.
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

  /// Alive as long as it is in memory and has not ended. For one task at a time.
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

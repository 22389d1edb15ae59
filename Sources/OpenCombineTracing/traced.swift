#if OpenCombine
  public import OpenCombine
  import SignalTracing

  extension Publisher {
    /// The same publisher, whose subscriptions have this line in recordings.
    ///
    ///     prices.map(\.amount).traced("amounts").sink { … }
    ///
    /// It marks the operator in front of it, here `map`, and adds no subscription of its own. At the end of a
    /// chain it marks the root: a leak of this `sink` is reported at this line. It does nothing without
    /// ``OpenCombineTracing/enable()``.
    ///
    /// - Parameter name: a literal, which recordings show in place of the operator's name; nil keeps that.
    public func traced(
      _ name: StaticString? = nil, file: StaticString = #fileID, line: UInt32 = #line
    ) -> TracedPublisher<Self> {
      TracedPublisher(upstream: self, place: TracedPlace(name: name, file: file, line: line))
    }
  }

  /// A publisher whose subscriptions have a line in recordings: see `traced(_:file:line:)`.
  public struct TracedPublisher<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    let upstream: Upstream
    let place: TracedPlace?

    /// Attaches the subscriber to the publisher in front of it.
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      // As OpenCombine's own eraser does: it is one subscription, and `subscribe` would make it two.
      upstream.receive(subscriber: subscriber)
    }
  }

  extension TracedPublisher: Sendable where Upstream: Sendable {}

  /// The line that a program gave a publisher, and its name for it.
  struct TracedPlace: Sendable {
    let name: StaticString?
    let file: StaticString
    let line: UInt32

    func site(of kind: PublisherKind) -> CallSite {
      guard let name else {
        return CallSite(interning: kind.name, file: "\(file)", line: line, traits: kind.traits)
      }
      return CallSite(name, file, line, kind.traits)
    }
  }
#endif

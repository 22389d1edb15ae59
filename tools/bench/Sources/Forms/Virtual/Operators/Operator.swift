public import SignalTracing

/// An operator with one source.
@usableFromInline
class Operator<Value: Sendable, Result: Sendable>: Subscriber<Value>, @unchecked Sendable {
  @usableFromInline
  init(site: CallSite, downstream: __shared Gate) {
    super.init(site: site, downstream: downstream, role: Role(.source))
  }

  @inline(__always)
  final var output: Output<Result> { Output(downstreamOf: self) }
}

extension Signal {
  /// The signal of an operator: `make` makes one for each subscription, between a source made at a site and a gate.
  @inlinable @inline(__always)
  func operated<Result: Sendable>(
    _ site: CallSite, _ make: @escaping @Sendable (CallSite, Gate) -> Operator<Value, Result>
  ) -> Signal<Result> {
    Signal<Result>(site, upstream: self) { signal, downstream in
      signal.withSource(of: Value.self) { source in
        let gate = make(source.site, downstream)
        gate.becomeUpstream()
        source.connect(gate)
      }
    }
  }
}

extension Gate {
  /// Makes this gate what its downstream disposes.
  @usableFromInline final func becomeUpstream() {
    downstream.unsafelyUnwrapped._withUnsafeGuaranteedRef { $0.adopt(Link.retaining(self)) }
  }
}

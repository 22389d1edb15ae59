import SignalTracing

/// The sources of an operator that has several. They may be long chains, which may contain each other: they
/// are released without recursion.
@usableFromInline
final class SignalList<Value: Sendable>: @unchecked Sendable {
  // Emptied as this goes out of memory.
  @usableFromInline private(set) var signals: [Signal<Value>]

  @usableFromInline init(_ signals: [Signal<Value>]) { self.signals = signals }

  deinit {
    let objects = signals.map { Unmanaged.passRetained($0) }
    signals = []
    for object in objects { ReleaseQueue.release(object) }
  }
}

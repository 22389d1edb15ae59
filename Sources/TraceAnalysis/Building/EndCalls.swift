package import TraceFormat

extension ForestBuilder {
  /// The program calls for the end of a source. The first call ends it.
  mutating func willEnd(_ source: UInt64, at site: Site) {
    if endCalls[source] == nil { endCalls[source] = site }
  }
}

extension HotSource {
  /// The call `completed()` or `error(_:)` that ended it. Nil where it goes on, where another signal ended
  /// it, or where the recording does not say.
  package func endCall(in forest: Forest) -> Site? { endedAt == nil ? nil : forest.endCalls[id] }
}

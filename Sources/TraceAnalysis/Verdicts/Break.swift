internal import TraceFormat

/// A place where something that should have ended did not.
struct Break: Sendable {
  var reason: Leak.Reason
  var confidence: Confidence
  /// The life that should have ended. Everything upstream of it leaks with it.
  var top: LifeIndex
  /// Its downstream, on the other side of the broken link.
  var downstream: LifeIndex?
  /// The weightiest piece comes first.
  var evidence: [any Evidence]
  /// The call to change, and how.
  var site: Site
  /// Another call where the fault may lie instead.
  var other: Site?
  var hint: Leak.Hint
  /// Whether there was time enough for the end that is missing. Otherwise the end may be on its way.
  var isDue = true

  func with(_ confidence: Confidence) -> Break {
    var changed = self
    changed.confidence = confidence
    return changed
  }

  func due(_ isDue: Bool) -> Break {
    var changed = self
    changed.isDue = isDue
    return changed
  }
}

import TraceFormat

extension LeakWords {
  /// The advised change, as far as the trace tells.
  package func hint(for leak: Leak) -> String { leak.hint.words(HintWords(leak, self)) }
}

/// The words that a hint is made of.
struct HintWords {
  let hint: Leak.Hint
  private let leak: Leak
  private let words: LeakWords

  init(_ leak: Leak, _ words: LeakWords) {
    hint = leak.hint
    self.leak = leak
    self.words = words
  }

  /// The operator of the call to change, and its place.
  var name: String { Self.name(hint.site) }
  var place: String { words.places.text(hint.site) }
  /// The same of the other call; empty where the hint has none.
  var otherName: String { hint.other.map(Self.name) ?? "" }
  var otherPlace: String { hint.other.map { words.places.text($0) } ?? "" }

  /// Whether the stop was a signal's word. An operator that asks of each value whether it is the last has no
  /// other place.
  var isStoppedBySignal: Bool {
    leak.evidence.contains {
      guard let fired = $0 as? StopFired else { return false }
      return words.trace.forest.lives[fired.control].role.kind == .control
    }
  }

  private static func name(_ site: Site) -> String { visible(site.operatorName).shortened(to: 40) }
}

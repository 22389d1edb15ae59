import TraceAnalysis

extension Confidence {
  /// Red for what is proven, a doubt for what is only possible.
  var ink: Ink { self == .possible ? .doubt : .leak }
}

extension Headline {
  var ink: Ink {
    if !leaks.isEmpty { return .leak }
    return isQuiet ? .bold : .doubt
  }
}

import TraceAnalysis

/// The sign before a row: what the reader should think of it. The least finished comes last.
enum VerdictMark: Int, Comparable, Sendable {
  case none, finished, longLived, open, suspect, doubt, leak

  init(_ verdict: Verdict?) {
    self =
      switch verdict {
      case .finished: .finished
      case .leaked: .leak
      case .open(.suspected): .suspect
      case .open: .open
      case .longLived: .longLived
      case .unknown: .doubt
      case nil: .none
      }
  }

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  var sign: String {
    switch self {
    case .none: ""
    case .finished: "✓"
    case .longLived: "∞"
    case .open: "·"
    case .suspect, .doubt: "?"
    case .leak: "✗"
    }
  }

  var ink: Ink {
    switch self {
    case .none, .longLived, .open: .plain
    case .finished: .dim
    case .suspect, .doubt: .doubt
    case .leak: .leak
    }
  }
}

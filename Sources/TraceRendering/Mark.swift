import TraceAnalysis

/// The sign before a row: what the reader should think of it. The least finished comes last.
enum Mark: Int, Comparable, Sendable {
  case none, finished, longLived, open, doubt, leak

  init(_ verdict: Verdict?) {
    self =
      switch verdict {
      case .finished: .finished
      case .leaked: .leak
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
    case .doubt: "?"
    case .leak: "✗"
    }
  }

  var ink: Ink {
    switch self {
    case .none, .longLived, .open: .plain
    case .finished: .dim
    case .doubt: .doubt
    case .leak: .leak
    }
  }
}

/// What the leak with this index (from 0) is called: A … Z, AA, AB …
package func letter(ofLeak index: Int) -> String {
  var name = ""
  var rest = index
  repeat {
    name = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(rest % 26))) + name
    rest = rest / 26 - 1
  } while rest >= 0
  return name
}

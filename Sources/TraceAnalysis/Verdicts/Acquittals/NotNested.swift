internal import TraceFormat

/// Why a subscription does not count as nested in itself without end.
enum NotNested: Evidence {
  /// It has fewer levels than a recursion without end.
  case few(outermost: LifeIndex, depth: Int, needed: Int)
  /// The innermost one has come to its own end.
  case ended(outermost: LifeIndex, depth: Int, innermost: LifeIndex)
  /// Fewer have begun the next one of their line for a value.
  case fewBegun(outermost: LifeIndex, depth: Int, needed: Int)
  /// Fewer took each other's place and were deeper each time.
  case fewInARow(LifeIndex, Site, depth: Int, count: Int, needed: Int)
  /// It was subscribed to as deep as it is.
  case atOnce(LifeIndex, Site, depth: Int)

  var weight: Acquittal.Weight {
    switch self {
    case .few, .fewBegun, .fewInARow: .short
    case .ended, .atOnce: .excused
    }
  }

  var sentence: Sentence? {
    switch self {
    case .few(let life, let depth, let needed):
      "\(life: life) is nested in itself, \(count: depth) deep: fewer than \(count: needed) levels are no fault"
    case .ended(let life, let depth, let innermost):
      "\(life: life) was nested in itself, \(count: depth) deep, and the innermost, \(life: innermost), came to its own end: it was as deep as it had to be"
    case .fewBegun(let life, let depth, let needed):
      "a value of \(life: life) began the next one of its line, and so on, \(count: depth) deep: fewer than \(count: needed) are no fault"
    case .fewInARow(let life, let site, let depth, let count, let needed):
      "\(life: life) goes through \(site: site) \(count: depth) times, and each of the last \(count: count) went through it more often than the one before: fewer than \(count: needed) are no fault"
    case .atOnce(let life, let site, let depth):
      "\(life: life) goes through \(site: site) \(count: depth) times, and the chain was subscribed to at once: a loop has put it together"
    }
  }

  var figures: [Figure] {
    switch self {
    case .few(let life, let depth, let needed), .fewBegun(let life, let depth, let needed):
      [.life("outermost", life), .count("levels", depth), .count("fewest levels", needed)]
    case .ended(let life, let depth, let innermost):
      [.life("outermost", life), .count("levels", depth), .life("innermost", innermost)]
    case .fewInARow(let life, let site, let depth, let count, let needed):
      [
        .life("newest", life), .site("line", site), .count("levels", depth), .count("in a row", count),
        .count("fewest in a row", needed),
      ]
    case .atOnce(let life, let site, let depth):
      [.life("subscription", life), .site("line", site), .count("levels", depth)]
    }
  }
}

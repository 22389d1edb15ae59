/// The word that was probably meant.
enum Suggestion {
  /// The candidate nearest to `word`, or nil when none is near. Of equally near ones the first.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    // Longer words are never meant, and would cost the square of their length.
    guard word.utf8.count <= 32 else { return nil }
    let typed = Array(word.lowercased().utf8)
    let scored = candidates.map { candidate in
      (candidate, mistakes(from: typed, to: Array(candidate.utf8)))
    }
    guard let best = scored.min(by: { $0.1 < $1.1 }) else { return nil }
    let startsAlike = typed.count >= 2 && best.0.utf8.starts(with: typed)
    if startsAlike || best.1 <= max(1, best.0.utf8.count / 3) { return best.0 }
    return candidates.first { typed.count >= 2 && $0.utf8.starts(with: typed) }
  }

  /// Letters to add, drop, replace, or swap with their neighbour, to make one word of the other.
  private static func mistakes(from typed: [UInt8], to meant: [UInt8]) -> Int {
    var beforeLast = [Int]()
    var last = Array(0...meant.count)
    for (row, letter) in typed.enumerated() {
      var current = [row + 1]
      for (column, other) in meant.enumerated() {
        var least = min(
          last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == meant[column - 1], typed[row - 1] == other {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      (beforeLast, last) = (last, current)
    }
    return last[meant.count]
  }
}

/// The difference of two texts as `patch -p1` and `git apply` read it.
struct UnifiedDiff: CustomStringConvertible {
  private let path: String
  private let old: [Substring]
  private let new: [Substring]

  private static let context = 3

  init(path: String, from old: String, to new: String) {
    self.path = path
    self.old = Self.lines(old)
    self.new = Self.lines(new)
  }

  /// Lines with their ends. Of a text that ends in the middle of a line, the last one has none.
  private static func lines(_ text: String) -> [Substring] {
    var lines: [Substring] = []
    let bytes = text.utf8
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let next = bytes.index(after: end)
      lines.append(text[start..<next])
      start = next
    }
    if start < bytes.endIndex { lines.append(text[start...]) }
    return lines
  }

  private enum Line {
    case kept(Substring), removed(Substring), added(Substring)

    var isChange: Bool { if case .kept = self { false } else { true } }
    var isOld: Bool { if case .added = self { false } else { true } }
    var isNew: Bool { if case .removed = self { false } else { true } }
    var text: String {
      switch self {
      case .kept(let line): " " + Self.ended(line)
      case .removed(let line): "-" + Self.ended(line)
      case .added(let line): "+" + Self.ended(line)
      }
    }

    private static func ended(_ line: Substring) -> String {
      line.utf8.last == UInt8(ascii: "\n") ? String(line) : line + "\n\\ No newline at end of file\n"
    }
  }

  /// All lines of both texts in one order: a line that goes stands before its successor.
  private var script: [Line] {
    // Compared as bytes: lines with other forms of the same characters are not the same text.
    let difference = new.map { Array($0.utf8) }.difference(from: old.map { Array($0.utf8) })
    var (removed, added): (Set<Int>, Set<Int>) = ([], [])
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var lines: [Line] = []
    var (before, after) = (0, 0)
    while before < old.count || after < new.count {
      if removed.contains(before), before < old.count {
        lines.append(.removed(old[before]))
        before += 1
      } else if added.contains(after), after < new.count {
        lines.append(.added(new[after]))
        after += 1
      } else {
        lines.append(.kept(old[before]))
        before += 1
        after += 1
      }
    }
    return lines
  }

  var description: String {
    let script = script
    let changes = script.indices.filter { script[$0].isChange }
    guard let first = changes.first else { return "" }
    // Changes between which fewer lines are kept than both would show as context are one hunk.
    var hunks = [first...first]
    for change in changes.dropFirst() {
      if change - hunks[hunks.count - 1].upperBound <= 2 * Self.context {
        hunks[hunks.count - 1] = hunks[hunks.count - 1].lowerBound...change
      } else {
        hunks.append(change...change)
      }
    }
    var out = "--- a/\(path)\n+++ b/\(path)\n"
    var (before, after, next) = (0, 0, 0)
    for hunk in hunks {
      let from = max(hunk.lowerBound - Self.context, 0)
      let to = min(hunk.upperBound + Self.context, script.count - 1)
      for line in script[next..<from] {
        if line.isOld { before += 1 }
        if line.isNew { after += 1 }
      }
      next = to + 1
      let lines = script[from...to]
      let (oldCount, newCount) = (lines.count(where: \.isOld), lines.count(where: \.isNew))
      // Where a side has no lines, the number is that of the line before.
      out += "@@ -\(before + min(oldCount, 1)),\(oldCount) +\(after + min(newCount, 1)),\(newCount) @@\n"
      out += lines.map(\.text).joined()
      before += oldCount
      after += newCount
    }
    return out
  }
}

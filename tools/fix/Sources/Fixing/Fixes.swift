/// The patches for a report, to be printed.
package struct Fixes {
  private let answers: [Answer]

  init(_ answers: [Answer]) { self.answers = answers }

  /// Leaks for which there is a patch.
  package var count: Int { answers.count { if case .ways = $0.outcome { true } else { false } } }

  /// The letters of the leaks, each with why there is no patch; nil where there is one.
  package var reasons: [(letter: String, reason: String?)] {
    answers.map { answer in
      guard case .refused(let refusal) = answer.outcome else { return (answer.leak.letter, nil) }
      return (answer.leak.letter, refusal.sentence)
    }
  }

  /// One text that `patch -p1` and `git apply` read: for each file the likeliest change of each leak, with a sentence about
  /// its effect. Other ways stand in lines that both pass over.
  ///
  /// - Parameters:
  ///   - letters: the leaks; all if empty.
  ///   - choice: which way is the one to be applied, from 1 (the likeliest).
  package func patch(letters: Set<String> = [], choice: Int = 1) -> String {
    var parts: [(file: SourceFile, edits: [TextEdit], heading: String)] = []
    var notes = ""
    for answer in answers where letters.isEmpty || letters.contains(answer.leak.letter) {
      let title = Self.title(answer.leak)
      guard case .ways(let ways) = answer.outcome else {
        if case .refused(let refusal) = answer.outcome { notes += "\(title)\n# no patch: \(refusal)\n" }
        continue
      }
      let chosen = min(choice, ways.count) - 1
      let heading = title + "\n" + Self.sentences(ways, chosen: chosen)
      let way = ways[chosen]
      if let index = parts.firstIndex(where: { $0.file === way.file }) {
        guard let merged = parts[index].edits.merged(with: way.edits) else {
          notes +=
            "\(title)\n# no patch yet: it changes the same lines as one above; apply that and record again.\n"
          continue
        }
        parts[index].edits = merged
        parts[index].heading += heading
      } else {
        parts.append((way.file, way.edits, heading))
      }
    }
    let diffs = parts.map { part in
      part.heading
        + UnifiedDiff(path: part.file.path, from: part.file.text, to: part.edits.applied(to: part.file.bytes))
        .description
    }
    return diffs.joined() + notes
  }

  private static func title(_ leak: Leak) -> String {
    "# \(leak.letter)  \(leak.confidence)  \(leak.site.place)  \(leak.fingerprint)".escaped
  }

  private static func sentences(_ ways: [Way], chosen: Int) -> String {
    if ways.count == 1 { return "# \(ways[0].effect)".escaped + "\n" }
    return ways.enumerated().map { index, way in
      index == chosen
        ? "# \(index + 1) of \(ways.count): \(way.effect)".escaped + "\n"
        : "# or, --choice \(index + 1): \(way.effect)".escaped + "\n" + commented(way)
    }.joined()
  }

  private static func commented(_ way: Way) -> String {
    let diff = UnifiedDiff(
      path: way.file.path, from: way.file.text, to: way.edits.applied(to: way.file.bytes))
    return diff.description.split(whereSeparator: \.isNewline).map { "#   \($0)\n" }.joined()
  }
}

extension String {
  /// Text of the traced program on one line: no character of it moves the cursor or ends the line.
  fileprivate var escaped: String {
    String(unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : Character($0) })
  }
}

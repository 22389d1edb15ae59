extension Patch {
  /// The part for each leak, by the leak's letter: its title and sentences, and the change of its file. Leaks
  /// that lie in one file share a part, for their changes are one.
  var parts: [String: String] {
    var parts: [String: String] = [:]
    var (heading, change): ([Substring.UnicodeScalarView], [Substring.UnicodeScalarView]) = ([], [])
    func end() {
      let text = (heading + change).map { String($0) + "\n" }.joined()
      if !change.isEmpty { for letter in heading.compactMap(Self.letter) { parts[letter] = text } }
      (heading, change) = ([], [])
    }
    // Scalars: a carriage return and the line feed behind it are one character.
    for line in text.unicodeScalars.split(separator: "\n") {
      let isHeading = line.first == "#"
      if isHeading, !change.isEmpty { end() }
      if isHeading { heading.append(line) } else { change.append(line) }
    }
    end()
    return parts
  }

  /// `A` of `# A  likely  Session.swift:45  b71e04`; nil for another line.
  private static func letter(_ line: Substring.UnicodeScalarView) -> String? {
    Substring(line).wholeMatch(of: #/# ([A-Z]+)  [a-z]+  .*  [0-9a-f]+/#).map { String($0.output.1) }
  }
}

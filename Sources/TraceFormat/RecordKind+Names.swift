extension RecordKind {
  /// The kinds that stand for an event.
  package static let events = allCases.filter { $0 != .siteTraits }

  /// Whether the record says how long it is, so that older readers can skip it.
  package var carriesLength: Bool { rawValue >= 64 }

  /// The kind in a table of people: `joined source`.
  package var name: String {
    var name = ""
    for letter in "\(self)" { name += letter.isUppercase ? " \(letter.lowercased())" : String(letter) }
    return name
  }

  /// The kind in exports and in the output of commands: `joined-source`. An owner's child and a piece of work
  /// go unmentioned: `added`, `began`.
  package var word: String { Self.words[Int(rawValue)] }

  private static let words: [String] = (0...UInt8.max >> 1).map { number in
    guard let kind = RecordKind(rawValue: number) else { return "" }
    let parts = kind.name.split(separator: " ")
    return parts.drop { $0 == "child" || $0 == "work" }.joined(separator: "-")
  }
}

extension RecordCounts {
  /// Counts a record of a kind.
  package mutating func note(_ kind: RecordKind) {
    switch kind {
    case .subscribed, .next, .error, .completed, .disposed, .siteTraits: break
    case .aliveBefore, .mark, .lost, .counted: noteTelling()
    default: noteOther()
    }
  }
}

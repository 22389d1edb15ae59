/// Something that a trace holds, and that speaks for or against a verdict.
///
/// A verdict is reached by evidence, and each of its sentences is made from one piece of evidence: nothing is
/// said that is not on record. Each rule declares its own kinds of evidence. Two pieces of one type say the
/// same of different subscriptions.
package protocol Evidence: Sendable, Hashable {
  /// The sentence without its full stop; nil where a leak's path and first line tell it.
  var sentence: Sentence? { get }
  /// The numbers that the rule weighed, each with its name.
  var figures: [Figure] { get }
}

extension Evidence {
  /// The name of its kind: `handleLetGo`.
  package var name: String {
    let type = "\(Self.self)"
    return type.prefix(1).lowercased() + type.dropFirst()
  }

  /// The name in words: `handle let go`.
  package var words: String {
    var words = ""
    for letter in name {
      if letter.isUppercase { words += " " }
      words += letter.lowercased()
    }
    return words
  }
}

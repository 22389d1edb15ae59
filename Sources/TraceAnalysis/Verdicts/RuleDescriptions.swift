/// The descriptions of all verdicts and checks.
package enum RuleDescriptions {
  package static let verdicts = Rules.all.map { $0.description }
  package static let checks = Checks.all.map { $0.description }
  package static let all = verdicts + checks

  /// The description with this name or title, in whatever letters and with whatever between the words:
  /// `handleForgotten`, `handle-forgotten`, `Late values`.
  package static func named(_ words: String) -> RuleDescription? {
    let key = key(words)
    return all.first { each in keys(of: each).contains(key) }
  }

  /// The names and titles of a description, as ``named(_:)`` compares them.
  package static func keys(of description: RuleDescription) -> [String] {
    ([description.name, description.title] + description.otherTitles).map(key)
  }

  /// The letters of a name or a title, in lower case.
  package static func key(_ words: String) -> String {
    let letters: String.UnicodeScalarView = words.lowercased().unicodeScalars.filter {
      $0.properties.isAlphabetic
    }
    return String(letters)
  }

  /// The meaning of words that the descriptions use.
  package struct Term: Sendable {
    package let word: String
    package let meaning: String
  }

  package static let terms = [
    Term(
      word: "kind",
      meaning: """
        Subscriptions are of one kind if the same lines lead from their `subscribe` call to them, and \
        they subscribe to a signal of the same line.
        """),
    Term(
      word: "handle",
      meaning: """
        The disposable that `subscribe` returns. A recording tells when it goes out of memory, and \
        whether somebody had called `dispose()` before.
        """),
    Term(
      word: "owner", meaning: "A bag, a composite, a lifetime, or an object that `owned(by:)` names."),
    Term(
      word: "stop",
      meaning: """
        The word of a signal, as of the one that `take(until:)` listens to, or the end of an operator \
        that ends its source early, such as `take(3)`.
        """),
    Term(
      word: "settle time",
      meaning: """
        The smaller of \(Thresholds.longestSettle.nanoseconds / 1_000_000) ms and a tenth of the recording. `--settle` \
        sets another one.
        """),
    Term(
      word: "finding",
      meaning: """
        The result of a check: something about a call site that is no leak by itself. `rxtrace stats` \
        shows all findings. `rxtrace leaks` shows one if it asks for a change and no verdict tells it.
        """),
  ]

  /// Sentences that hold for all verdicts.
  package static let common = [
    """
    A subscription is not judged if it was alive before the recording began, if its beginning is \
    missing, or if events were lost while it lived. A snapshot is not judged at all.
    """,
    """
    An end may be on its way. It is missing once the settle time has passed, or its thread has gone on \
    to something else, or the program has come to an orderly end. A time that `--settle` sets decides \
    alone.
    """,
    """
    Where several verdicts fit a subscription, the surest one counts: certain, then likely, then \
    possible. A possible one is a suspect and no leak.
    """,
    """
    Many programs put away all that they have as they end. Some verdicts are reached as of the moment \
    before.
    """,
  ]
}

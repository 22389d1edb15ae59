/// The sources seen so far. A log of endless new names must not need endless memory: from the limit on new ones share one.
struct SourceNames: Sendable {
  static let others = "(other sources)"

  private let limit: Int
  private var known: Set<String> = []

  init(limit: Int) { self.limit = limit }

  /// The name under which a source's entries are sorted.
  mutating func sorted(_ source: String) -> String {
    if known.contains(source) { return source }
    guard known.count < limit else { return Self.others }
    known.insert(source)
    return source
  }
}

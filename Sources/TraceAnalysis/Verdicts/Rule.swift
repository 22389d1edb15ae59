/// A verdict, with everything that belongs to it alone: its words, its searches, its evidence and its advice.
///
/// Each is a file in `Rules` and a line in ``Rules/all``. The body of a search is a private extension of
/// ``Facts``, so that it reads the facts and asks the questions of other files without a prefix.
protocol Rule: Sendable {
  static var reason: Leak.Reason { get }
  /// The verdict in words.
  static var description: RuleDescription { get }
  /// How its breaks are found.
  static var searches: [Search] { get }
  /// The fault of a leak, in a few words.
  static func title(of leak: Leak) -> String
}

extension Rule {
  static func title(of leak: Leak) -> String { description.title }
}

/// A condition on subscriptions, as it is typed: `life > 1s && next == 0`.
///
///     condition   and { || and }
///     and         term { && term }
///     term        ! term  |  ( condition )  |  FIELD  |  FIELD OPERATOR VALUE
///     OPERATOR    == != < <= > >= =~ !~
///     VALUE       42  1.5s  'text'  word
///
/// `=~` and `!~` take a regular expression. A field that has no value for a subscription (`owner` of one that
/// has none) is unlike everything: only `!=` and `!~` hold. A field alone asks whether it has a value other
/// than 0.
package struct Query: Sendable {
  /// Why a text is no condition, and where in it, in characters from 0.
  package struct Problem: Error, Hashable, Sendable {
    package let words: String
    package let place: Int
  }

  indirect enum Condition: Sendable {
    case any([Condition])
    case all([Condition])
    case not(Condition)
    case has(QueryField)
    case number(QueryField, Comparison, UInt64)
    case text(QueryField, Comparison, String)
    case pattern(QueryField, QueryPattern, isLike: Bool)
  }

  enum Comparison: String, Sendable {
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
      switch self {
      case .equal: left == right
      case .unequal: left != right
      case .less: left < right
      case .lessOrEqual: left <= right
      case .greater: left > right
      case .greaterOrEqual: left >= right
      }
    }
  }

  let condition: Condition

  /// The names of the fields, in the order of their documentation.
  package static let fields = QueryField.allCases.map(\.rawValue)

  /// Whether it asks for the fate of subscriptions, such as their verdict, rather than for which they are.
  package var asksForFate: Bool { Self.fields(of: condition).contains(where: \.isOfFate) }

  private static func fields(of condition: Condition) -> [QueryField] {
    switch condition {
    case .any(let parts), .all(let parts): parts.flatMap(fields)
    case .not(let part): fields(of: part)
    case .has(let field), .number(let field, _, _), .text(let field, _, _), .pattern(let field, _, _): [field]
    }
  }

  package init(_ text: String) throws(Problem) {
    var parser = QueryParser(text)
    condition = try parser.whole()
  }

  /// Whether it holds for a subscription.
  package func holds(for life: Life, in forest: Forest, _ verdicts: Verdicts) -> Bool {
    holds(condition, QuerySubject(life: life, forest: forest, verdict: verdicts[life.index]))
  }

  private func holds(_ condition: Condition, _ subject: QuerySubject) -> Bool {
    switch condition {
    case .any(let parts): return parts.contains { holds($0, subject) }
    case .all(let parts): return parts.allSatisfy { holds($0, subject) }
    case .not(let part): return !holds(part, subject)
    case .has(let field):
      switch subject.value(of: field) {
      case .number(let number): return number != 0
      case .text(let text): return !text.isEmpty
      case nil: return false
      }
    case .number(let field, let comparison, let number):
      guard case .number(let value)? = subject.value(of: field) else { return comparison == .unequal }
      return comparison.holds(value, number)
    case .text(let field, let comparison, let text):
      guard case .text(let value)? = subject.value(of: field) else { return comparison == .unequal }
      return comparison.holds(value, text)
    case .pattern(let field, let pattern, let isLike):
      guard case .text(let value)? = subject.value(of: field) else { return !isLike }
      return pattern.matches(value) == isLike
    }
  }
}

/// A regular expression. It is made anew for each use: what the library gives cannot be sent to other
/// threads.
struct QueryPattern: Sendable {
  private let text: String

  init?(_ text: String) {
    guard (try? Regex(text)) != nil else { return nil }
    self.text = text
  }

  func matches(_ value: String) -> Bool { (try? Regex(text)).map { value.contains($0) } ?? false }
}

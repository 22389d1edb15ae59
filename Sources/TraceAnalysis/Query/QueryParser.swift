/// Reads a ``Query`` from left to right.
struct QueryParser {
  private let characters: [Character]
  private var place = 0
  private var depth = 0

  /// Deeper than anybody types; so that no text exhausts the stack.
  private static let deepest = 50

  init(_ text: String) { characters = Array(text) }

  mutating func whole() throws(Query.Problem) -> Query.Condition {
    let condition = try condition()
    skipSpaces()
    guard place == characters.count else { throw problem("&& or || is missing") }
    return condition
  }

  private mutating func condition() throws(Query.Problem) -> Query.Condition {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw problem("it is nested too deeply") }
    var parts = [try conjunction()]
    while take("||") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws(Query.Problem) -> Query.Condition {
    var parts = [try term()]
    while take("&&") { parts.append(try term()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func term() throws(Query.Problem) -> Query.Condition {
    if take("!") {
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.deepest else { throw problem("it is nested too deeply") }
      return .not(try term())
    }
    if take("(") {
      let inner = try condition()
      guard take(")") else { throw problem(") is missing") }
      return inner
    }
    return try comparison()
  }

  private mutating func comparison() throws(Query.Problem) -> Query.Condition {
    skipSpaces()
    let start = place
    let name = word()
    guard let field = QueryField(rawValue: name) else {
      place = start
      throw problem(
        name.isEmpty
          ? "a field is missing"
          : "there is no field \(name); the fields are \(Query.fields.joined(separator: ", "))")
    }
    if take("=~") { return .pattern(field, try pattern(for: field), isLike: true) }
    if take("!~") { return .pattern(field, try pattern(for: field), isLike: false) }
    for sign in ["==", "!=", "<=", ">=", "<", ">", "="] where take(sign) {
      let comparison = Query.Comparison(rawValue: sign) ?? .equal
      return try field.kind == .text ? text(field, comparison) : number(field, comparison)
    }
    return .has(field)
  }

  private mutating func text(
    _ field: QueryField, _ comparison: Query.Comparison
  ) throws(Query.Problem) -> Query.Condition {
    skipSpaces()
    let start = place
    let value = try value()
    if let words = field.words, !words.contains(value) {
      place = start
      throw problem("\(field.rawValue) is one of \(words.joined(separator: ", "))")
    }
    return .text(field, comparison, value)
  }

  private mutating func number(
    _ field: QueryField, _ comparison: Query.Comparison
  ) throws(Query.Problem) -> Query.Condition {
    skipSpaces()
    let start = place
    let value = try value()
    guard let number = field.kind == .duration ? Self.nanoseconds(value) : UInt64(value) else {
      place = start
      throw problem(
        field.kind == .duration
          ? "\(field.rawValue) takes a time such as 500ms or 1.5s" : "\(field.rawValue) takes a number")
    }
    return .number(field, comparison, number)
  }

  private mutating func pattern(for field: QueryField) throws(Query.Problem) -> QueryPattern {
    guard field.kind == .text else { throw problem("\(field.rawValue) is a number; compare it with == or <") }
    skipSpaces()
    let start = place
    guard let pattern = QueryPattern(try value()) else {
      place = start
      throw problem("this is no regular expression")
    }
    return pattern
  }

  /// A word, or a text in quotes.
  private mutating func value() throws(Query.Problem) -> String {
    skipSpaces()
    guard place < characters.count else { throw problem("a value is missing") }
    let quote = characters[place]
    guard quote == "'" || quote == "\"" else {
      let word = word()
      guard !word.isEmpty else { throw problem("a value is missing") }
      return word
    }
    let start = place
    place += 1
    var text = ""
    while place < characters.count, characters[place] != quote {
      text.append(characters[place])
      place += 1
    }
    guard place < characters.count else {
      place = start
      throw problem("the quote is not closed")
    }
    place += 1
    return text
  }

  private mutating func word() -> String {
    var text = ""
    while place < characters.count, !" \t\n()!&|=<>'\"~".contains(characters[place]) {
      text.append(characters[place])
      place += 1
    }
    return text
  }

  private mutating func take(_ sign: String) -> Bool {
    skipSpaces()
    guard characters[place...].starts(with: sign) else { return false }
    place += sign.count
    return true
  }

  private mutating func skipSpaces() {
    while place < characters.count, characters[place].isWhitespace { place += 1 }
  }

  private func problem(_ words: String) -> Query.Problem { Query.Problem(words: words, place: place) }

  /// `1.5s`, `500ms`; without a unit seconds.
  private static func nanoseconds(_ text: String) -> UInt64? {
    let units: [(String, Double)] = [
      ("ns", 1), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9), ("m", 60e9), ("h", 3600e9), ("", 1e9),
    ]
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let unit = units.first(where: { $0.0 == text.dropFirst(number.count) }), let value = Double(number),
      value * unit.1 < 1e19
    else { return nil }
    return UInt64((value * unit.1).rounded())
  }
}

import Testing

/// The content of an answer in the text format.
struct Samples {
  struct Series: Hashable {
    let name: String
    let labels: [String: String]
  }

  private(set) var values: [Series: Double] = [:]
  /// The kind of each name, as its `# TYPE` line says.
  private(set) var kinds: [String: String] = [:]
  /// Lines that are not of the format, and series that were there before.
  private(set) var faults: [String] = []

  init(_ text: String) {
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# TYPE ") {
        let words = line.split(separator: " ")
        guard words.count == 4 else {
          faults.append(String(line))
          continue
        }
        kinds[String(words[2])] = String(words[3])
      } else if let (series, value) = Self.sample(line), values[series] == nil, kinds[series.name] != nil {
        values[series] = value
      } else {
        faults.append(String(line))
      }
    }
  }

  private static func sample(_ line: Substring) -> (Series, Double)? {
    let name = line.prefix { $0 == "_" || $0.isASCII && ($0.isLetter || $0.isNumber) }
    var rest = line.dropFirst(name.count)
    var labels: [String: String] = [:]
    if rest.first == "{" {
      rest = rest.dropFirst()
      while let match = rest.prefixMatch(of: /([a-z]+)="((?:[^"\\]|\\.)*)"(,|\})/) {
        labels[String(match.1)] = String(match.2)
        rest = rest[match.range.upperBound...]
        if match.3 == "}" { break }
      }
    }
    guard !name.isEmpty, rest.first == " ", let value = Double(rest.dropFirst()) else { return nil }
    return (Series(name: String(name), labels: labels), value)
  }

  /// The number of a metric without labels.
  subscript(_ name: String) -> Double? { values[Series(name: name, labels: [:])] }

  func growth(of name: String, since earlier: Samples) throws -> Double {
    try #require(self[name]) - #require(earlier[name])
  }

  var names: Set<String> { Set(values.keys.map(\.name)) }

  /// The series of living subscriptions, as "file:line operator".
  var living: [String: Int] {
    var found: [String: Int] = [:]
    for (series, value) in values where series.name == "signals_living" {
      found["\(series.labels["site"] ?? "?") \(series.labels["operator"] ?? "?")"] = Int(value)
    }
    return found
  }
}

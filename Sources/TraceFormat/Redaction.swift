/// Texts that must not stand in a recording: regular expressions, and three stars in the place of each match.
///
/// The syntax is Swift's own, as in the readers' filters. A text is looked at whole, before anybody cuts it.
/// It is matched by its characters, and by the scalars that these are made of: a part that matches in either
/// way is left out. Matches of several expressions that overlap or touch are one. Any thread may ask at any
/// time.
package final class Redaction: Sendable {
  /// Why there is no such redaction.
  package struct Problem: Error, Hashable, Sendable {
    /// The number of the bad expression, from 1.
    package let number: Int
    package let pattern: String
    /// Its fault, in a few words.
    package let reason: String
  }

  /// Stands for a part that is left out.
  package static let stars = "***"

  /// Leaves every text out whole: for a user who asked for an expression that is none.
  package static let everything = Redaction()

  private struct Expression {
    let byScalars: Regex<AnyRegexOutput>
    let byCharacters: Regex<AnyRegexOutput>
  }

  // Made from text, an expression holds nothing of the program's: no closure, no object. It is compiled in
  // `init`, and only read afterwards; the library does not say so in its type, because others may hold
  // closures.
  private nonisolated(unsafe) let expressions: [Expression]

  /// How many expressions there are; 0 where every text is left out.
  package var count: Int { expressions.count }

  private init() { expressions = [] }

  /// - Parameter patterns: one at least, none of them empty.
  package init(_ patterns: [String]) throws(Problem) {
    precondition(!patterns.isEmpty)
    var expressions: [Expression] = []
    for (index, pattern) in patterns.enumerated() {
      if pattern.isEmpty { throw Problem(number: index + 1, pattern: pattern, reason: "it is empty") }
      do {
        expressions.append(try Self.compiled(pattern))
      } catch {
        throw Problem(number: index + 1, pattern: pattern, reason: "\(error)")
      }
    }
    self.expressions = expressions
  }

  /// The library compiles an expression when it is first used.
  private static func compiled(_ pattern: String) throws -> Expression {
    let regex = try Regex(pattern)
    let expression = Expression(
      byScalars: regex.matchingSemantics(.unicodeScalar),
      byCharacters: regex.matchingSemantics(.graphemeCluster))
    for regex in [expression.byScalars, expression.byCharacters] { _ = try regex.firstMatch(in: "é") }
    return expression
  }

  /// `text` without its matches. A text that cannot be matched is left out whole.
  package func redacted(_ text: String) -> String {
    guard !text.isEmpty else { return text }
    guard let places = places(in: text) else { return Self.stars }
    return places.isEmpty ? text : Self.text(Array(text.utf8), without: places)
  }

  /// The words of a command line without the matches in each word, and in the line as a whole. If a match
  /// goes over several words, each loses its part.
  package func redacted(words: [String]) -> [String] {
    guard var places = places(in: words.joined(separator: " ")) else { return words.map { _ in Self.stars } }
    var starts: [Int] = []
    var start = 0
    for word in words {
      guard let own = self.places(in: word) else { return words.map { _ in Self.stars } }
      places += own.map { $0.lowerBound + start..<$0.upperBound + start }
      starts.append(start)
      start += word.utf8.count + 1
    }
    places = Self.merged(places)
    guard !places.isEmpty else { return words }
    return zip(words, starts).map { word, start in
      let own = places.compactMap { place -> Range<Int>? in
        let part = place.clamped(to: start..<start + word.utf8.count)
        return part.isEmpty ? nil : part.lowerBound - start..<part.upperBound - start
      }
      return own.isEmpty ? word : Self.text(Array(word.utf8), without: own)
    }
  }

  /// A label without the matches in its name, in its value, and in both as they are typed: in `token=abc` the
  /// expression `token=\S+` takes the value out.
  package func redacted(_ label: RecordingHeader.Label) -> RecordingHeader.Label {
    let (name, whole) = (redacted(label.name), redacted(label.text))
    var value = label.value
    if whole != label.text {
      let start = label.name + "="
      value = whole.hasPrefix(start) ? String(whole.dropFirst(start.count)) : Self.stars
    }
    return RecordingHeader.Label(name: name, value: redacted(value))
  }

  /// The bytes that match, in their order and apart from each other; nil where nobody can say.
  private func places(in text: String) -> [Range<Int>]? {
    guard !expressions.isEmpty else { return nil }
    var text = text
    text.makeContiguousUTF8()
    // Here every scalar is a character.
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 && $0 != 0x0d }
    var places: [Range<Int>] = []
    for expression in expressions {
      for regex in isPlain ? [expression.byScalars] : [expression.byScalars, expression.byCharacters] {
        do {
          guard try regex.firstMatch(in: text) != nil else { continue }
        } catch {
          return nil
        }
        // Later matches see the text before them: `^` and `\b` need it.
        for range in text.ranges(of: regex) where !range.isEmpty {
          let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
          places.append(start..<start + text.utf8.distance(from: range.lowerBound, to: range.upperBound))
        }
      }
    }
    return Self.merged(places)
  }

  private static func merged(_ places: [Range<Int>]) -> [Range<Int>] {
    var merged: [Range<Int>] = []
    for place in places.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, place.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, place.upperBound)
      } else {
        merged.append(place)
      }
    }
    return merged
  }

  private static func text(_ bytes: [UInt8], without places: [Range<Int>]) -> String {
    var kept: [UInt8] = []
    var end = 0
    for place in places {
      kept += bytes[end..<place.lowerBound]
      kept += stars.utf8
      end = place.upperBound
    }
    kept += bytes[end...]
    return String(decoding: kept, as: UTF8.self)
  }
}

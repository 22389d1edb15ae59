/// The fault of a drawing, its place, and the text to type instead.
///
///     marbles: '!' at column 6 ends a subscription, and this drawing has values; type '-' or leave it out
///       --a--!-|
///            ^
public struct MarbleError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The drawing as it was typed.
  public let marbles: String
  /// The column of the fault, in characters, from 1.
  public let column: Int
  let problem: String
  let advice: String

  public var description: String {
    """
    marbles: \(problem) at column \(column)\(advice)
      \(marbles)
      \(String(repeating: " ", count: max(column - 1, 0)))^
    """
  }
}

/// The error that a drawn `#` sends: `#`.
public struct TestError: Error, Hashable, Sendable, CustomStringConvertible {
  public init() {}
  public var description: String { "#" }
}

extension MarbleError {
  /// The error for a character of a drawing without a value.
  init(unknown character: Character, in timeline: Timeline) {
    let marbles = timeline.description
    let column =
      marbles.firstIndex(of: character).map { marbles.distance(from: marbles.startIndex, to: $0) } ?? 0
    self.init(
      marbles: marbles, column: column + 1, problem: "'\(character)' stands for no value",
      advice: "; add it to the values")
  }
}

import Signals

/// Recorded events as marks. A value is drawn as its character, or as a letter that the legend explains.
struct DrawnValues<Value: Sendable> {
  private(set) var marks: [MarbleMark] = []
  private(set) var legend: [String] = []
  private var letters: [String: Character] = [:]
  private var free = "ABCDEFGHIJKLMNOPQRSTUVWXYZαβγδεζηθικλμνξοπρστυφχψω"

  /// - Parameters:
  ///   - taken: characters that have another meaning.
  ///   - symbol: the character of a value; nil if it has none.
  init(
    _ events: [Recorded<Value>], taken: Set<Character> = [], symbol: (Value) -> Character? = { _ in nil }
  ) {
    free.removeAll { taken.contains($0) }
    for recorded in events {
      marks.append(MarbleMark(time: recorded.time, symbol: mark(recorded.event, symbol)))
      if !recorded.time.tick.isExact {
        legend.append(
          "\(marks[marks.count - 1].symbol) came at \(recorded.time.inMilliseconds), within a tick")
      }
    }
  }

  private mutating func mark(_ event: Event<Value>, _ symbol: (Value) -> Character?) -> Character {
    switch event {
    case .completed: return "|"
    case .error(let error):
      if !(error is TestError) { legend.append("# is \(error)") }
      return "#"
    case .next(let value):
      if let symbol = symbol(value) { return symbol }
      let text = String(describing: value)
      if text.count == 1, let only = text.first, !Self.isReserved(only) { return only }
      return letter(for: text)
    }
  }

  static func isReserved(_ character: Character) -> Bool {
    "-()|#^! ".contains(character) || character.isWhitespace
  }

  private mutating func letter(for text: String) -> Character {
    if let known = letters[text] { return known }
    let letter = free.isEmpty ? "?" : free.removeFirst()
    letters[text] = letter
    legend.append("\(letter) is \(text)")
    return letter
  }
}

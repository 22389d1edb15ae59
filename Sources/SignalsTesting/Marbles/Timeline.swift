/// The events of a signal as a drawing. Each character is a tick, and a tick is a millisecond of virtual
/// time.
///
///     --a--b-|        a at 2, b at 5, completion at 7
///     --(ab)--#       a and b at 2, an error at 8
///     a 998ms b       b at 999
///     a--^--b-|       b at 3, a three ticks before 0
///
/// `-` is a tick without an event, `|` completion, `#` an error; a space has no meaning. Every other
/// character is a value. A group, in parentheses, takes as many ticks as it has characters. Time that passes
/// without being drawn stands between spaces, in ms, s or m. Time 0 is at `^`: no subscription can begin
/// before it.
///
/// A literal that cannot be read is a timeline with a ``problem``. Every assertion on it fails, and every
/// signal that is made from it fails with the problem. As the marble diagrams of RxJS.
public struct Timeline: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  public enum Mark: Hashable, Sendable {
    case value(Character)
    case error
    case completed
  }

  public struct Entry: Hashable, Sendable {
    /// The tick, counted from the drawing's beginning, or from its `^`.
    public let tick: Int
    public let mark: Mark

    public init(tick: Int, mark: Mark) {
      self.tick = tick
      self.mark = mark
    }
  }

  /// The events, in order of time.
  public let entries: [Entry]
  /// The reason why the drawing cannot be read; nil if it can.
  public let problem: MarbleError?

  /// Reads a drawing.
  public init(_ marbles: String) throws(MarbleError) {
    entries = try Self.entries(of: marbles)
    problem = nil
  }

  public init(stringLiteral marbles: String) {
    do throws(MarbleError) {
      self = try Timeline(marbles)
    } catch {
      entries = []
      problem = error
    }
  }

  private static func entries(of marbles: String) throws(MarbleError) -> [Entry] {
    let marks = try MarbleScanner.marks(of: marbles)
    func error(_ mark: MarbleScanner.Mark, _ problem: String, _ advice: String) -> MarbleError {
      MarbleError(marbles: marbles, column: mark.column, problem: problem, advice: advice)
    }
    var zero: Int?
    var end: Character?
    var entries: [Entry] = []
    for mark in marks {
      if let end {
        throw error(
          mark, "'\(mark.symbol)' comes after '\(end)', and nothing does", "; end the drawing there")
      }
      switch mark.symbol {
      case "^":
        guard zero == nil else { throw error(mark, "a second '^'", "; time begins once") }
        zero = mark.tick
      case "!":
        throw error(
          mark, "'!' ends a subscription, and this drawing has values", "; type '-' for a tick of silence")
      case "|":
        end = "|"
        entries.append(Entry(tick: mark.tick, mark: .completed))
      case "#":
        end = "#"
        entries.append(Entry(tick: mark.tick, mark: .error))
      default: entries.append(Entry(tick: mark.tick, mark: .value(mark.symbol)))
      }
    }
    guard let zero else { return entries }
    return entries.map { Entry(tick: $0.tick - zero, mark: $0.mark) }
  }

  /// The drawing again, as short as it can be.
  public var description: String {
    problem?.description ?? MarbleDrawing([MarbleRow("", marks)]).lines.joined(separator: "\n")
  }

  var marks: [MarbleMark] {
    entries.map { MarbleMark(time: .ticks($0.tick), symbol: $0.mark.symbol) }
  }
}

extension Timeline.Mark {
  var symbol: Character {
    switch self {
    case .value(let character): character
    case .error: "#"
    case .completed: "|"
    }
  }
}

/// Reads a drawing character by character. Values and ends become marks at their ticks.
struct MarbleScanner {
  struct Mark: Hashable {
    let symbol: Character
    let tick: Int
    /// From 1.
    let column: Int
  }

  private let marbles: String
  private let characters: [Character]
  private var position = 0
  private var tick = 0
  /// The tick and the column of the open group.
  private var group: (tick: Int, column: Int, isEmpty: Bool)?
  private(set) var marks: [Mark] = []

  static func marks(of marbles: String) throws(MarbleError) -> [Mark] {
    var scanner = MarbleScanner(marbles)
    try scanner.scan()
    return scanner.marks
  }

  private init(_ marbles: String) {
    self.marbles = marbles
    characters = Array(marbles)
  }

  private mutating func scan() throws(MarbleError) {
    while position < characters.count {
      let character = characters[position]
      let column = position + 1
      if group == nil, try skipJump() { continue }
      position += 1
      switch character {
      case " ", "\t", "\n", "\r", "\r\n": continue
      case "-":
        guard group == nil else {
          throw error(column, "'-' stands inside '(…)', where no time passes", "; close the group before it")
        }
        tick += 1
      case "(":
        guard group == nil else {
          throw error(column, "'(' opens a group within a group", "; close the first with ')' before it")
        }
        group = (tick, column, true)
        tick += 1
      case ")":
        guard let open = group else {
          throw error(column, "')' closes a group that was not opened", "; type '(' where the group begins")
        }
        guard !open.isEmpty else {
          throw error(column, "'()' holds nothing", "; type '-' for a tick in which nothing happens")
        }
        group = nil
        tick += 1
      default:
        marks.append(Mark(symbol: character, tick: group?.tick ?? tick, column: column))
        group?.isEmpty = false
        tick += 1
      }
    }
    if let group {
      throw error(group.column, "'(' is never closed", "; type ')' after the last of the group")
    }
  }

  /// Skips `12ms`, `3s` or `1m` between spaces: time that passes without being drawn.
  private mutating func skipJump() throws(MarbleError) -> Bool {
    guard characters[position].isASCIIDigit, position == 0 || characters[position - 1].isWhitespace else {
      return false
    }
    let word = characters[position...].prefix { !$0.isWhitespace }
    let digits = word.prefix { $0.isASCIIDigit }
    let scale: Int
    switch String(word.dropFirst(digits.count)) {
    case "ms": scale = 1
    case "s": scale = 1000
    case "m": scale = 60_000
    default: return false
    }
    let (ticks, isTooLong) = (Int(String(digits)) ?? .max).multipliedReportingOverflow(by: scale)
    guard !isTooLong, ticks <= 1_000_000_000_000 else {
      throw error(position + 1, "'\(String(word))' is too long a time", "; type at most 1000000000s")
    }
    tick += ticks
    position = word.endIndex
    return true
  }

  private func error(_ column: Int, _ problem: String, _ advice: String) -> MarbleError {
    MarbleError(marbles: marbles, column: column, problem: problem, advice: advice)
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

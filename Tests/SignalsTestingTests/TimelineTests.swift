import SignalsTesting
import Testing
import TraceFixtures

@Suite struct TimelineTests {
  static func entries(_ text: String) -> [Timeline.Entry] {
    text.split(separator: " ").map { word in
      let parts = word.split(separator: ":")
      let mark: Timeline.Mark =
        switch parts[1] {
        case "|": .completed
        case "#": .error
        default: .value(Character(String(parts[1])))
        }
      return Timeline.Entry(tick: Int(parts[0])!, mark: mark)
    }
  }

  @Test(arguments: [
    ("--a--b-|", "2:a 5:b 7:|", "a character a tick"),
    ("", "", "nothing at all"),
    ("-----", "", "silence"),
    ("  -a  -\tb-|", "1:a 3:b 5:|", "spaces are nothing"),
    ("--(ab)--#", "2:a 2:b 8:#", "a group takes as many ticks as it has characters"),
    ("(c|)", "0:c 0:|", "a group at the beginning"),
    ("a 998ms b", "0:a 999:b", "milliseconds"),
    ("1s a 2m b|", "1000:a 121001:b 121002:|", "seconds and minutes"),
    ("12ms|", "0:1 1:2 2:m 3:s 4:|", "a time ends with a space, else it is values"),
    ("1-2", "0:1 2:2", "digits are values"),
    ("a--^--b-|", "-3:a 3:b 5:|", "time begins at ^"),
    ("é🎈", "0:é 1:🎈", "characters, not bytes"),
  ])
  func `reads drawings`(marbles: String, expected: String, because reason: String) throws {
    #expect(try Timeline(marbles).entries == Self.entries(expected), "\(reason)")
  }

  @Test(arguments: [
    ("--a--!-|", 6, "'!' ends a subscription, and this drawing has values", "type '-'"),
    ("--(ab--", 6, "'-' stands inside '(…)'", "close the group before it"),
    ("--(ab", 3, "'(' is never closed", "type ')'"),
    ("-a)", 3, "')' closes a group that was not opened", "type '('"),
    ("-()", 3, "'()' holds nothing", "type '-'"),
    ("-(a(b))", 4, "'(' opens a group within a group", "close the first"),
    ("-a|-b", 5, "'b' comes after '|', and nothing does", "end the drawing there"),
    ("#|", 2, "'|' comes after '#', and nothing does", "end the drawing there"),
    ("^-^", 3, "a second '^'", "time begins once"),
    ("a 99999999999999999999s", 3, "'99999999999999999999s' is too long a time", "type at most"),
  ])
  func `says what is wrong, where, and what to type`(
    marbles: String, column: Int, problem: String, advice: String
  ) {
    let error = #expect(throws: MarbleError.self) { try Timeline(marbles) }
    let lines = error?.description.split(separator: "\n").map(String.init) ?? []
    #expect(lines.count == 3)
    #expect(lines.first?.hasPrefix("marbles: \(problem)") == true)
    #expect(lines.first?.contains("at column \(column)") == true)
    #expect(lines.first?.contains(advice) == true)
    #expect(lines.dropFirst().first == "  " + marbles)
    #expect(lines.last == String(repeating: " ", count: column + 1) + "^")
    #expect(Timeline(stringLiteral: marbles).problem == error)
  }

  @Test(arguments: [
    ("--a--b-|", "--a--b-|"), ("-a--", "-a"), ("(ab)-#", "(ab)-#"), ("", ""), ("1s a|", "1000ms a|"),
    ("a 998ms b", "a 998ms b"), ("(ab) 100ms c", "(ab) 100ms c"),
    ("a-----------------------b", "a-----------------------b"),
  ])
  func `draws itself so that it can be read again`(marbles: String, drawn: String) throws {
    let timeline = try Timeline(marbles)
    #expect(timeline.description == drawn)
    #expect(try Timeline(drawn) == timeline)
  }

  @Test func `any drawing that can be drawn is read as what it was`() throws {
    var random = SeededRandom(seed: SeededRandom.seedOfRun)
    for _ in 0..<500 {
      var tick = 0
      var entries: [Timeline.Entry] = []
      while entries.count < 8 {
        let inGroup = Int.random(in: 1...3, using: &random)
        for _ in 0..<inGroup {
          entries.append(.init(tick: tick, mark: .value("abcdefgh".randomElement(using: &random)!)))
        }
        tick += (inGroup > 1 ? inGroup + 2 : 1) + [0, 1, 5, 30, 2000].randomElement(using: &random)!
      }
      let marbles = Drawing.of(entries)
      let which: Comment = "RXTRACE_SEED=\(SeededRandom.seedOfRun): \(marbles)"
      #expect(try Timeline(marbles).entries == entries, which)
      #expect(try Timeline(Timeline(marbles).description).entries == entries, which)
    }
  }

  /// Draws without the renderer.
  private enum Drawing {
    static func of(_ entries: [Timeline.Entry]) -> String {
      var (text, reached) = ("", 0)
      for tick in Set(entries.map(\.tick)).sorted() {
        let symbols = entries.filter { $0.tick == tick }.map { entry in
          if case .value(let character) = entry.mark { character } else { Character("?") }
        }
        if tick > reached { text += " \(tick - reached)ms " }
        text += symbols.count > 1 ? "(\(String(symbols)))" : String(symbols)
        reached = tick + (symbols.count > 1 ? symbols.count + 2 : 1)
      }
      return text
    }
  }
}

@Suite struct SubscriptionIntervalTests {
  @Test(
    arguments: [
      ("--^----!", 2, 7), ("^", 0, nil), ("--(^!)", 2, 2), ("10ms ^ 5ms !", 10, 16),
    ] as [(String, Int, Int?)])
  func `reads drawings`(marbles: String, subscribed: Int, disposed: Int?) throws {
    let interval = try SubscriptionInterval(marbles)
    #expect(
      interval == SubscriptionInterval(subscribed: .ticks(subscribed), disposed: disposed.map { .ticks($0) }))
    #expect(try SubscriptionInterval(interval.description) == interval)
  }

  @Test(arguments: [
    ("--!", 3, "'!' ends no subscription", "type '^' before it"),
    ("--^-^", 5, "a second '^'", "give the second one of its own"),
    ("^-!-!", 5, "a second '!'", "ends once"),
    ("^-a", 3, "'a' is no subscription", "type '^' where it begins"),
    ("---", 3, "there is no subscription", "type '^'"),
    ("", 1, "there is no subscription", "type '^'"),
  ])
  func `says what is wrong, where, and what to type`(
    marbles: String, column: Int, problem: String, advice: String
  ) {
    let error = #expect(throws: MarbleError.self) { try SubscriptionInterval(marbles) }
    let line = error.map { "\($0)".prefix { $0 != "\n" } } ?? ""
    #expect(line.hasPrefix("marbles: \(problem) at column \(column)"))
    #expect(line.contains(advice))
    #expect(SubscriptionInterval(stringLiteral: marbles).problem == error)
  }
}

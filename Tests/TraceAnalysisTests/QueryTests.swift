import Testing
import TraceAnalysis
import TraceFixtures

@Suite struct QueryTests {
  private let forest: Forest
  private let verdicts: Verdicts

  init() {
    var builder = ForestBuilder()
    for record in Feedd.records() { builder.add(record) }
    forest = builder.finish(began: Feedd.began, ended: Feedd.ended)
    verdicts = Verdicts(forest)
  }

  private func count(_ text: String) throws -> Int {
    let query = try Query(text)
    return forest.lives.count { query.holds(for: $0, in: forest, verdicts) }
  }

  @Test(
    arguments: [
      ("id == 7", 1), ("id <= 7", 7), ("id<7||id>39", 7), ("op == flatMap", 3), ("op != flatMap", 37),
      ("name =~ '^tick'", 4), ("name !~ \"^tick\"", 36), ("verdict == leaked", 11),
      ("!(verdict == leaked)", 29),
      ("state = errored", 1), ("error == timeout", 1), ("error", 1), ("!error", 39), ("leak == certain", 1),
      ("verdict == long-lived", 2), ("owner", 1), ("owner == 1", 1), ("role == control", 3),
      ("file == feedd/Cache.swift && line < 90", 1), ("site =~ 'Cache.swift:95$'", 1), ("depth == 1", 6),
      ("life > 11.9s", 3), ("life >= 11900ms && next == 11", 3), ("late > 0 && op == publish", 1),
      ("(id == 1 || id == 2) && op == interval", 1), ("id == 1 || id == 2 && op == interval", 2),
      ("ended < 1s", 1), ("since > 10s && since < 11s", 7), ("next", 38),
    ])
  func `A condition holds for what it says`(text: String, expected: Int) throws {
    #expect(try count(text) == expected)
  }

  @Test(
    arguments: [
      ("", "a field is missing", 0), ("lief > 1", "there is no field lief", 0),
      ("life >", "a value is missing", 6),
      ("life > soon", "life takes a time", 7), ("next == many", "next takes a number", 8),
      ("state == dead", "state is one of alive", 9), ("id == 1 id == 2", "&& or || is missing", 8),
      ("(id == 1", ") is missing", 8), ("name == 'x", "the quote is not closed", 8),
      ("name =~ '('", "this is no regular expression", 8), ("life =~ x", "life is a number", 7),
      ("id == 1 &&", "a field is missing", 10), ("id == 99999999999999999999", "id takes a number", 6),
    ])
  func `What is no condition says why and where`(text: String, words: String, place: Int) {
    let problem = #expect(throws: Query.Problem.self) { try Query(text) }
    #expect(problem?.words.hasPrefix(words) == true, "\(problem?.words ?? "")")
    #expect(problem?.place == place)
  }

  @Test(arguments: ["(", "!", "!("])
  func `No nesting exhausts the stack`(sign: String) {
    #expect(throws: Query.Problem.self) { try Query(String(repeating: sign, count: 1_000_000)) }
  }
}

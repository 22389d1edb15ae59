import Testing

@testable import RxTraceCommands

@Suite struct SuggestionTests {
  private static let verbs = ["record", "render", "leaks", "stats", "info", "probes", "help"]

  @Test(
    arguments: [
      ("rendr", "render", "a letter is missing"),
      ("recrod", "record", "two letters are swapped"),
      ("leak", "leaks", "a letter is missing at the end"),
      ("stat", "stats", "a beginning"),
      ("prob", "probes", "a beginning, two letters short"),
      ("INFO", "info", "capitals"),
      ("feedd.rxtrace", nil, "a file"),
      ("xyz", nil, "nothing alike"),
      ("r", nil, "one letter is no hint"),
      (String(repeating: "record", count: 1000), nil, "too long to be meant"),
    ] as [(String, String?, String)])
  func `The nearest verb is suggested, and none where none is near`(
    word: String, expected: String?, because reason: String
  ) {
    #expect(Suggestion.nearest(to: word, among: Self.verbs) == expected, "\(reason)")
  }
}

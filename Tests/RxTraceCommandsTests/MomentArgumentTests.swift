import Testing
import TraceAnalysis
import TraceFixtures

@testable import RxTraceCommands

@Suite struct MomentArgumentTests {
  @Test(
    arguments: [
      ("500ms", 500_000_000), ("2s", 2_000_000_000), ("1.5s", 1_500_000_000), ("5.001", 5_001_000_000),
      ("7", 7_000_000_000), ("1m", 60_000_000_000), ("2h", 7_200_000_000_000), ("3us", 3_000), ("3µs", 3_000),
      ("9ns", 9), ("0", 0), ("0.5ns", 0), ("1.0000000019", 1_000_000_001), ("", nil), ("s", nil),
      ("-1s", nil),
      ("1,5s", nil), ("1.s", nil), (".5s", nil), ("1.2.3", nil), ("1 s", nil), ("1d", nil), ("٣s", nil),
      ("18446744073709551615ns", .max), ("18446744073709551616ns", nil), ("99999999999999999999h", nil),
      ("18446744073.709551615s", .max), ("18446744073.709551616s", nil),
    ] as [(String, UInt64?)])
  func `Lengths of time`(text: String, expected: UInt64?) {
    #expect(DurationArgument(argument: text)?.nanoseconds == expected)
  }

  @Test(
    arguments: [
      ("0", 0), ("5.001", 5.001), ("5s", 5), ("+1.5s", 1.5),
      ("-2s", 10), ("-500ms", 11.5), ("99s", 12), ("-99s", 0),
      ("open", 0.45), ("after close", 5.5),
    ] as [(String, Double)])
  func `Moments lie within the recording, counted from its start or end, or are marks`(
    text: String, seconds: Double
  ) throws {
    let moment = try #require(MomentArgument(argument: text))
    #expect(try moment.time(in: Self.forest) == TraceScript.time(seconds))
  }

  @Test(
    arguments: [("99s", "99.000 s is after the end"), ("-99s", "-99.000 s is before the beginning")])
  func `An option refuses a time outside of the recording`(text: String, words: String) throws {
    let moment = try #require(MomentArgument(argument: text))
    let failure = #expect(throws: CommandFailure.self) { try moment.time(in: Self.forest, for: "--from") }
    #expect(failure?.status == ExitStatus.usage)
    #expect(failure?.message.hasPrefix("--from: \(words) of the recording, which is 12.000 s long") == true)
  }

  @Test(arguments: ["5.000s", "-2.000s", "after close"])
  func `A moment is told as it may be typed`(text: String) throws {
    #expect(try #require(MomentArgument(argument: text)).description == text)
  }

  @Test func `What is neither time nor mark is refused with the marks that there are`() throws {
    let failure = #expect(throws: CommandFailure.self) {
      try MomentArgument.mark("clsoe").time(in: Self.forest)
    }
    #expect(failure?.status == ExitStatus.usage)
    #expect(failure?.message.hasSuffix("its marks are open, 'after close'") == true)
  }

  private static let forest: Forest = {
    var builder = ForestBuilder()
    for record in Feedd.records() { builder.add(record) }
    return builder.finish(began: Feedd.began, ended: Feedd.ended)
  }()
}

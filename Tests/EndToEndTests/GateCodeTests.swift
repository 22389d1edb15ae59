import Foundation
import Testing

/// The machine code of a gate's question, read back from an optimized program.
@Suite struct GateCodeTests {
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["RXTRACE_RELEASE"] != nil,
      "the question is looked at in a release build: tools/test makes one and names it in RXTRACE_RELEASE"),
    .enabled(if: Programs.isInstalled("objdump"), "objdump is not installed: tools/setup installs it"))
  func `a gate reads both words whole, once, and branches once`() throws {
    let listing = try Programs.run("objdump", ["-d", "--no-show-raw-insn", Programs.path("logtap")]).output
    let (good, bad) = GateQuestion.all(in: listing)
    #expect(good >= 20, "the question was not found in the program")
    // In a loop the words' addresses may be taken before it.
    #expect(bad.count * 8 <= good, "\(good) are as they should be, not: \(bad.joined(separator: "\n\n"))")
  }

  @Test(
    arguments: [
      ("mov (%rdx),%rcx", "or 0x10(%rsi),%ecx", true, "as it should be"),
      ("cmpw $0x0,(%rdx)", "or 0x10(%rsi),%ecx", false, "a part of the word"),
      ("mov (%rdx),%ecx", "or 0x10(%rsi),%ecx", false, "half of the word"),
      ("mov (%rdx),%rcx", "jne 8 <f+0x8>", false, "a branch between"),
      ("mov (%rdx),%rcx", "call 9 <rx_look>", false, "a call of ours"),
      ("nop", "or 0x10(%rsi),%ecx", false, "not read at all"),
    ] as [(String, String, Bool, String)])
  func `a question that is not as it should be is told`(
    read: String, then: String, isGood: Bool, what: String
  ) {
    let lines = [
      "lea 0x1(%rip),%rdx # 2a5978 <racsignal_next_semaphore>", read, then,
      "lea 0x2(%rip),%rax # 2b0000 <rx_control>", "or (%rax),%rcx", "je 20 <f+0x20>",
      "call 30 <$s7Signals10SubscriberC11watchedNextyyxF>",
    ]
    let listing = "0000000000000001 <f>:\n" + lines.map { "  1:\t\($0)" }.joined(separator: "\n")
    let (good, bad) = GateQuestion.all(in: listing)
    #expect((good == 1 && bad.isEmpty) == isGood, "\(what): \(good) good, \(bad.count) bad")
  }
}

/// A gate's question in a listing: from the first of the two words to the branch.
private enum GateQuestion {
  /// How many are as they should be, and those that are not.
  static func all(in listing: String) -> (good: Int, bad: [String]) {
    var (good, bad) = (0, [String]())
    for function in listing.components(separatedBy: "\n\n") {
      // The semaphores' word and that of its first semaphore begin at one place.
      let listing = function.replacing("<racsignal_next_semaphore>", with: "<rx_semaphores_next>")
      let lines = listing.split(separator: "\n").dropFirst().map { Instruction($0) }
      guard lines.contains(where: { $0.mnemonic == "call" && $0.text.contains("watchedNext") }) else {
        continue
      }
      var next = lines.startIndex
      while let first = lines[next...].firstIndex(where: { $0.word != nil }) {
        guard let branch = lines[first...].firstIndex(where: \.isConditionalJump) else { break }
        let question = lines[first...branch]
        if isGood(question) { good += 1 } else { bad.append(question.map(\.text).joined(separator: "\n")) }
        next = branch + 1
      }
    }
    return (good, bad)
  }

  private static func isGood(_ question: ArraySlice<Instruction>) -> Bool {
    guard !question.contains(where: { $0.mnemonic == "call" && $0.text.contains("<rx_") }) else {
      return false
    }
    return Instruction.words.allSatisfy { word in
      let places = question.indices.filter { question[$0].word == word }
      guard places.count == 1, let register = question[places[0]].target else { return false }
      // The first use of the address reads eight bytes.
      let use = question[(places[0] + 1)...].first { $0.text.contains("(\(register))") }
      return use.map {
        ["mov", "or"].contains($0.mnemonic) && $0.text.contains(#/\),%r([a-ds][xip]|bp|\d+)\s*$/#)
      }
        ?? false
    }
  }
}

private struct Instruction {
  static let words = ["<rx_control>", "<rx_semaphores_next>"]

  let text: String
  let mnemonic: Substring

  init(_ line: Substring) {
    text = String(line)
    let rest = line.drop { $0 != ":" }.dropFirst().drop(while: \.isWhitespace)
    mnemonic = rest.prefix { !$0.isWhitespace }
  }

  /// The word whose address it takes.
  var word: String? { mnemonic == "lea" ? Self.words.first { text.contains($0) } : nil }

  /// Where it leaves that address.
  var target: Substring? { text.firstMatch(of: #/,(%\w+)\s*#/#)?.1 }

  var isConditionalJump: Bool { mnemonic.hasPrefix("j") && mnemonic != "jmp" }
}

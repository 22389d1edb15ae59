import Foundation
import Testing

/// The machine code of a gate's question, read back from an optimized program.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["RXTRACE_RELEASE"] != nil,
    "the question is looked at in a release build: tools/test makes one and names it in RXTRACE_RELEASE"),
  .enabled(if: Programs.isInstalled("objdump"), "objdump is not installed: tools/setup installs it"))
struct GateCodeTests {
  /// What stands between the first look at the recorder's word or the semaphores and the branch, the branch included.
  private func questions(in program: String) throws -> [[Substring]] {
    let listing = try Programs.run("objdump", ["-d", "--no-show-raw-insn", program]).output
    return listing.components(separatedBy: "\n\n").filter { $0.contains("watchedNext") }.compactMap {
      function in
      let lines = function.split(separator: "\n").dropFirst()
      guard
        let first = lines.firstIndex(where: {
          $0.contains("<rx_control>") || $0.contains("<racsignal_next_semaphore>")
        }),
        let branch = lines[first...].firstIndex(where: { Self.mnemonic($0).isConditionalJump })
      else { return nil }
      return Array(lines[first...branch])
    }
  }

  private static func mnemonic(_ line: Substring) -> Substring {
    line.drop { $0 != ":" }.dropFirst().drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
  }

  @Test func `a gate asks both words at once, with one branch and no call, its own state included`() throws {
    let questions = try questions(in: Programs.path("logtap"))
    #expect(questions.count >= 3, "the question was not found in the program")
    for question in questions {
      let listing = question.joined(separator: "\n")
      let words = question.map(Self.mnemonic)
      // Unrelated instructions may stand between; a call of ours, or a second branch, may not.
      #expect(!question.contains { Self.mnemonic($0) == "call" && $0.contains("<rx_") }, "\(listing)")
      #expect(words.count { $0.isConditionalJump } == 1, "\(listing)")
      for word in ["<rx_control>", "<racsignal_next_semaphore>"] {
        #expect(question.count { $0.contains(word) } <= 1, "\(listing)")
      }
      #expect(words.count { $0 == "or" } <= 2, "\(listing)")
      // The address of each word, a load, an or and the branch are five; the gate's own state adds a load and an or.
    }
  }
}

extension Substring {
  fileprivate var isConditionalJump: Bool { hasPrefix("j") && !hasPrefix("jmp") }
}

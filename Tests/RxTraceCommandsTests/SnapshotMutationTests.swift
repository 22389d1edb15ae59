import ArgumentParser
import Foundation
import Glibc
import Testing
import TraceFixtures
import TraceFormat
import TraceRendering

@testable import ProcessInspection
@testable import RxTraceCommands

/// `rxtrace snapshot` of a process whose memory says anything at all.
@Suite struct SnapshotMutationTests {
  /// So many words are changed: as many as `tools/test --thorough` asks for, or what takes some seconds.
  private static let mutations =
    ProcessInfo.processInfo.environment["RXTRACE_THOROUGH"] == nil ? 1000 : 100_000

  /// All that `rxtrace snapshot` does with what it has read, but for the printing.
  private func look(_ process: MutatedProcess, with command: Snapshot) throws -> (alive: Int, text: String) {
    let read = LiveTableReader(
      headAt: process.head, in: try ProcessMemory(of: process.pid), budget: ReadingBudget(of: process.pid))
    let living = LivingProcess(process.pid, "/bin/app", read)
    let trace = try command.trace(of: living, living.recording())
    return (living.alive.count, command.text(of: trace, living, on: Page(width: 80)))
  }

  /// A word that is not what stands there.
  private func other(_ word: UInt64, of process: MutatedProcess, _ random: inout Generator) -> UInt64 {
    switch random.below(9) {
    case 0: [0, 1, .max, 1 << 63, UInt64(Int64.max), UInt64(UInt32.max)][random.below(6)]
    case 1: word &+ UInt64(random.below(17)) &- 8
    case 2: word ^ 1 << UInt64(random.below(64))
    case 3: random.next()
    case 4: process.number(at: process.words[random.below(process.words.count)])
    case 5: process.words[random.below(process.words.count)]
    case 6: word << 32 | word >> 32
    case 7: MonotonicClock.now &+ random.next() >> UInt64(random.below(64))
    default: word & 0xffff_ffff | random.next() << 32
    }
  }

  @Test(.enabled(if: MutatedProcess.isAllowed, "the kernel lets nobody look into another process"))
  func `no words in its memory make an observer trap`() throws {
    let process = try MutatedProcess()
    let command = try Snapshot.parse(["--pid", "\(process.pid)"])
    let untouched = try look(process, with: command)
    #expect(untouched.alive > 10)
    var random = Generator(state: 31)
    var (looks, changed, different) = (0, 0, 0)
    while changed < Self.mutations {
      // One alone first: what it does is not hidden by others.
      let places = (0..<(looks % 2 == 0 ? 1 : 1 + random.below(12)))
        .map { _ in process.words[random.below(process.words.count)] }
      let before = Dictionary(uniqueKeysWithValues: Set(places).map { ($0, process.number(at: $0)) })
      for (place, word) in before { process.put(other(word, of: process, &random), at: place) }
      (looks, changed) = (looks + 1, changed + before.count)
      if try look(process, with: command).text != untouched.text { different += 1 }
      for (place, word) in before { process.put(word, at: place) }
    }
    #expect(different > looks / 2, "what is written is what an observer reads")
    #expect(try look(process, with: command).alive == untouched.alive)
  }

  @Test(.enabled(if: MutatedProcess.isAllowed, "the kernel lets nobody look into another process"))
  func `a subscription that began in the future began just now`() throws {
    let process = try MutatedProcess()
    process.put(process.number(at: process.head) & ~0xff | 1, at: process.head)
    // Nanoseconds, not cycles: as they stand in a record.
    let word = process.number(at: process.head + 8)
    process.put(word & 0xffff_ffff, at: process.head + 8)
    for place in process.words.dropFirst(5) where place % 64 == 32 { process.put(.max, at: place) }
    let read = LiveTableReader(
      headAt: process.head, in: try ProcessMemory(of: process.pid), budget: ReadingBudget(of: process.pid))
    #expect(!read.subscriptions.isEmpty && read.subscriptions.allSatisfy { $0.began == read.taken })
    #expect(try Recording(bytes: LivingProcess(process.pid, "", read).recording()).isSealed)
  }
}

/// Numbers that are the same in each run: SplitMix64.
private struct Generator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }

  mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}

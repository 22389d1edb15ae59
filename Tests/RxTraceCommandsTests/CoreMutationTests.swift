import ArgumentParser
import Foundation
import Glibc
import Testing
import TraceFixtures
import TraceFormat
import TraceRendering

@testable import RxTraceCommands

/// `rxtrace snapshot` of core files that say anything at all.
@Suite struct CoreMutationTests {
  /// So many words are changed: as many as `tools/test --thorough` asks for, or as many as take some seconds.
  private static let mutations =
    ProcessInfo.processInfo.environment["RXTRACE_THOROUGH"] == nil ? 1000 : 100_000

  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("core").path
  }

  /// All that `rxtrace snapshot` does with a core, but for the printing; nil where it refuses it.
  private func look(_ bytes: [UInt8], with command: Snapshot) throws -> String? {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let living: LivingProcess
    do {
      living = try LivingProcess(core: path)
    } catch {
      #expect(error.status == ExitStatus.unreadableInput && !error.message.isEmpty)
      return nil
    }
    let trace = try command.trace(of: living, living.recording())
    return command.text(of: trace, living, on: Page(width: 80))
  }

  /// A number that is not what stands there, or that stands somewhere else.
  private func other(
    _ word: UInt64, _ words: [UInt64], _ random: inout SeededRandom
  ) -> UInt64 {
    switch Int.random(in: 0..<7, using: &random) {
    case 0:
      [0, 1, .max, 1 << 63, UInt64(Int64.max), UInt64(UInt32.max), .max - 4095].randomElement(using: &random)!
    case 1: word &+ UInt64.random(in: 0...16, using: &random) &- 8
    case 2: word ^ 1 << UInt64.random(in: 0..<64, using: &random)
    case 3: random.next()
    case 4: words.randomElement(using: &random)!
    case 5: word << 32 | word >> 32
    default: word & 0xffff_ffff | random.next() << 32
    }
  }

  @Test func `no words in a core make its reader trap`() throws {
    let command = try Snapshot.parse(["--core", path])
    let whole = CoreSample(subscriptions: 9).bytes
    let untouched = try #require(try look(whole, with: command))
    #expect(untouched.contains("alive, by call site: 9"), "\(untouched)")
    // All words that are not zero, and their neighbours: headers, notes, the table and its texts.
    let numbers = whole.withUnsafeBytes { all in
      stride(from: 0, to: all.count - 8, by: 4).map { all.loadUnaligned(fromByteOffset: $0, as: UInt64.self) }
    }
    let places = numbers.indices.filter { numbers[$0] != 0 }.map { $0 * 4 }
    let words = numbers.filter { $0 != 0 }
    var random = SeededRandom(seed: SeededRandom.seedOfRun)
    var (looks, changed, different, refused) = (0, 0, 0, 0)
    while changed < Self.mutations {
      var bytes = whole
      // One alone first: its harm is not hidden by others.
      for _ in 0..<(looks % 2 == 0 ? 1 : Int.random(in: 1...12, using: &random)) {
        let place = places.randomElement(using: &random)!
        let word = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt64.self) }
        let new = other(word, words, &random)
        bytes.withUnsafeMutableBytes { $0.storeBytes(of: new, toByteOffset: place, as: UInt64.self) }
        changed += 1
      }
      if looks % 5 == 4 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
      looks += 1
      switch try look(bytes, with: command) {
      case nil: refused += 1
      case untouched: break
      default: different += 1
      }
    }
    #expect(different > looks / 10 && refused > looks / 20, "\(different) and \(refused) of \(looks)")
  }

  @Test func `holes in a core are not read without end`() throws {
    var sample = CoreSample(subscriptions: 9)
    sample.memory[1].hole = 64 << 20
    // 65,535 chunks of 256 bytes: four times as much as a file of that size on its disk may cost.
    sample.memory[1].bytes.replaceSubrange(64..<72, with: [0xff, 0xff, 0, 0, 0, 0, 0, 0])
    let bytes = sample.bytes
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(truncate(path, off_t(bytes.count + (64 << 20))) == 0)
    let living = try LivingProcess(core: path)
    #expect(living.alive.count == 9 && living.isCut)
  }
}

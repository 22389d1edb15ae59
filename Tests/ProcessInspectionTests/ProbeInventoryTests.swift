import Foundation
import Testing

@testable import ProcessInspection
import TraceFixtures

@Suite struct ProbeInventoryTests {
  private let folder: TemporaryFolder
  private let file: RewrittenFile

  init() throws {
    folder = try TemporaryFolder()
    file = RewrittenFile(in: folder)
  }

  private static func sample(isLittleEndian: Bool = true, addressSize: Int = 8) -> ELFSample {
    var sample = ELFSample(isLittleEndian: isLittleEndian, addressSize: addressSize)
    let foreign =
      sample.number(4, 4) + sample.number(5, 4) + sample.number(3, 4) + Array("GNU\0hello\0\0\0".utf8)
    let notes =
      sample.note("racsignal", "next", "8@%rdi 8@%rsi 8@%rdx 8@%rcx") + foreign
      + sample.note("racsignal", "next", "8@[sp, 16] -4@x1", semaphore: 0)
      + sample.note("racscheduler", "began", "") + sample.note("python", "line", "8@%rdi")
    sample.sections = [
      (".note.stapsdt", 7, notes, 0), (".stapsdt.base", 1, [0], 0),
      (".strtab", 3, Array("\0main\0rx_probes_are_compiled_in\0".utf8), 0),
    ]
    return sample
  }

  private func inventory(_ bytes: [UInt8]) throws -> ProbeInventory {
    file.write(bytes)
    return try ProbeInventory(path: "/as/named", file: file.path)
  }

  @Test(
    arguments: [(true, 8), (false, 8), (true, 4), (false, 4)])
  func `Probes are grouped by name, with their sites, arguments and semaphores`(
    isLittleEndian: Bool, addressSize: Int
  ) throws {
    let inventory = try inventory(Self.sample(isLittleEndian: isLittleEndian, addressSize: addressSize).bytes)
    #expect(
      inventory.probes == [
        .init(provider: "python", name: "line", sites: 1, arguments: 1, hasSemaphore: true),
        .init(provider: "racscheduler", name: "began", sites: 1, arguments: 0, hasSemaphore: true),
        .init(provider: "racsignal", name: "next", sites: 2, arguments: 4, hasSemaphore: false),
      ])
    #expect(inventory.isWhole)
    #expect(inventory.hasBase)
    #expect(inventory.hasRuntime)
    #expect(inventory.path == "/as/named")
    #expect(inventory.probes(of: ProbeInventory.ownProviders).map(\.name) == ["began", "next"])
  }

  @Test func `A file without the sections has no probes`() throws {
    var sample = ELFSample()
    sample.sections = [(".strtab", 3, Array("\0xrx_probes_are_compiled_in\0".utf8), 0)]
    let inventory = try inventory(sample.bytes)
    #expect(inventory.probes.isEmpty)
    #expect(inventory.isWhole)
    #expect(!inventory.hasBase)
    #expect(!inventory.hasRuntime, "the end of another name is not the name")
  }

  @Test func `Notes that stop making sense are read as far as they do`() throws {
    var sample = Self.sample()
    let good = sample.note("racsignal", "next", "8@%rdi")
    let rest: [[UInt8]] = [
      [1, 2, 3], sample.number(8, 4) + sample.number(0xffff_ffff, 4) + sample.number(3, 4),
      sample.number(0xffff_ffff, 4) + sample.number(0xffff_ffff, 4) + sample.number(3, 4),
      sample.number(8, 4) + sample.number(4, 4) + sample.number(3, 4) + Array("stapsdt\0abcd".utf8),
      good.dropLast(10) + Array("never ended".utf8),
    ]
    for damage in rest {
      sample.sections[0].contents = good + damage
      let inventory = try inventory(sample.bytes)
      #expect(inventory.probes.map(\.name) == ["next"])
      #expect(!inventory.isWhole)
    }
  }

  @Test func `A file cut anywhere is refused or read in part, never a crash`() throws {
    let whole = Self.sample().bytes
    for length in whole.indices {
      // The section headers are last: a cut file has not all of them.
      #expect(throws: ELFError.self) { try inventory(Array(whole[..<length])) }
    }
  }

  @Test func `No damaged byte makes the reader crash or run on`() throws {
    let whole = Self.sample().bytes
    var refused = 0
    for offset in whole.indices {
      for flip in [0x01, 0x80, 0xff] as [UInt8] {
        var bytes = whole
        bytes[offset] ^= flip
        do {
          #expect(try inventory(bytes).probes.count <= 4)
        } catch is ELFError {
          refused += 1
        }
      }
    }
    #expect(refused > 0)
  }

  @Test func `What is no ELF file is said to be none`() throws {
    #expect(throws: ELFError.notELF) { try inventory([]) }
    #expect(throws: ELFError.notELF) { try inventory(Array("#!/bin/sh\necho hello, I am a script\n".utf8)) }
    #expect(throws: ELFError.unreadable(SystemError(EISDIR))) { try ProbeInventory(path: folder.path) }
    #expect(throws: ELFError.unreadable(SystemError(ENOENT))) {
      try ProbeInventory(path: folder.path + "/no")
    }
    #expect(throws: ELFError.unreadable(SystemError(EINVAL))) { try ProbeInventory(path: "/dev/zero") }
  }

}

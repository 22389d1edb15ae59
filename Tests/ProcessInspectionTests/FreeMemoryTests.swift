import Foundation
import Testing

@testable import ProcessInspection

/// The least of what the control groups leave, in both forms of their files.
@Suite struct FreeMemoryTests {
  private let root: String

  init() throws {
    root = NSTemporaryDirectory() + "groups-" + UUID().uuidString
  }

  private func write(_ text: String, _ path: String) throws {
    let file = URL(fileURLWithPath: "\(root)/\(path)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: false, encoding: .utf8)
  }

  @Test func `the least room of a group and of those that it is in counts`() throws {
    defer { try? FileManager.default.removeItem(atPath: root) }
    try write("max\n", "memory.max")
    try write("1000\n", "a/memory.max")
    try write("400\n", "a/memory.current")
    try write("900\n", "a/b/memory.max")
    try write("100\n", "a/b/memory.current")
    #expect(FreeMemory.room(in: "0::/a/b\n", below: root) == 600)
    #expect(FreeMemory.room(in: "0::/\n", below: root) == .max)
    // More may be used than is allowed by now.
    try write("2000\n", "a/memory.current")
    #expect(FreeMemory.room(in: "3:cpu:/x\n0::/a\n", below: root) == 0)
  }

  @Test func `groups of the older form count as well, and a path that is not there is that of the machine`()
    throws
  {
    defer { try? FileManager.default.removeItem(atPath: root) }
    try write("9223372036854771712\n", "memory/memory.limit_in_bytes")
    try write("5000\n", "memory/docker/7/memory.limit_in_bytes")
    try write("4990\n", "memory/docker/7/memory.usage_in_bytes")
    #expect(FreeMemory.room(in: "4:cpu,memory:/docker/7\n1:name=systemd:/\n0::/\n", below: root) == 10)
    try write("300\n", "memory/memory.limit_in_bytes")
    try write("200\n", "memory/memory.usage_in_bytes")
    #expect(FreeMemory.room(in: "4:memory:/elsewhere/9\n", below: root) == 100)
  }

  @Test func `nonsense limits nothing, and this machine has memory`() throws {
    #expect(FreeMemory.room(in: "", below: root) == .max)
    #expect(FreeMemory.room(in: "::\nnothing\n7:memory:\n", below: root) == .max)
    #expect(try #require(FreeMemory.bytes) > 1 << 20)
  }
}

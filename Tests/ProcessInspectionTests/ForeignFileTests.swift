import CFiles
import Foundation
import Glibc
import Testing
import TraceFixtures

@testable import ProcessInspection

/// Files whose paths somebody else has chosen.
@Suite struct ForeignFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.file(name).path }

  @Test func `A pipe is not opened: nobody who waits for a reader is told that there is one`() throws {
    mkfifo(path("pipe"), 0o600)
    let writer = Process()
    writer.executableURL = URL(fileURLWithPath: "/bin/sh")
    writer.arguments = ["-c", "exec 3>'\(path("pipe"))'; touch '\(path("opened"))'"]
    try writer.run()
    usleep(200_000)
    #expect(throws: SystemError(EINVAL)) { _ = try FileBytes(path: path("pipe")).size }
    usleep(200_000)
    #expect(access(path("opened"), F_OK) != 0)
    kill(writer.processIdentifier, SIGKILL)
    writer.waitUntilExit()
  }

  @Test func `Whoever holds a lease on a file is not waited for`() throws {
    try Data("held".utf8).write(to: folder.file("held"))
    let holder = open(path("held"), O_RDWR)
    defer { close(holder) }
    // The kernel sends SIGIO otherwise. Where a thread blocks that, it may come long after this test.
    try #require(fcntl(holder, 10 /* F_SETSIG */, SIGURG) == 0)
    try #require(fcntl(holder, 1024 /* F_SETLEASE */, F_WRLCK) == 0)
    let began = ContinuousClock.now
    #expect(throws: SystemError(EAGAIN)) { _ = try FileBytes(path: path("held")).size }
    #expect(ContinuousClock.now - began < .seconds(10), "the kernel waits for 45 s")
  }

  @Test func `A file is read so far and so long, and then no more`() throws {
    try Data(repeating: 7, count: 3000).write(to: folder.file("long"))
    let file = try FileBytes(path: path("long"), limits: ReadingLimits(bytes: 2500))
    #expect(file.read(at: 0, count: 1000) != nil && file.read(at: 1000, count: 1000) != nil)
    #expect(file.read(at: 2000, count: 1000) == nil)
    #expect(file.read(at: 2000, count: 500)?.count == 500)

    let limits = ReadingLimits(seconds: 0.2)
    let began = ContinuousClock.now
    #expect(limits.perform { usleep(3_000_000) } == nil)
    #expect(ContinuousClock.now - began < .seconds(2) && limits.isOver)
    #expect(limits.perform { 1 } == nil, "its time is over")
    #expect(ReadingLimits().perform { 1 } == 1)
  }

  /// Opens a path below the folder, as the kernel does it and as it is done without the kernel's help.
  private func openings(_ path: String) -> [Int32] {
    let root = rx_file_folder(folder.path)
    defer { close(root) }
    var status = stat()
    let opened = rx_file_open(root, path, Int32(RX_BELOW), O_RDONLY, &status)
    let found = rx_file_find_below(root, path)
    for descriptor in [opened, found] where descriptor >= 0 { close(descriptor) }
    return [opened, found]
  }

  @Test func `Below a folder no link is followed, and nothing leads out of it`() throws {
    mkdir(path("a"), 0o755)
    try Data("in".utf8).write(to: folder.file("a/in"))
    symlink("in", path("a/link"))
    symlink("/etc", path("etc"))
    symlink("a", path("b"))
    #expect(openings("a/in").allSatisfy { $0 >= 0 })
    #expect(openings("//a/./in").allSatisfy { $0 >= 0 })
    for name in ["a/link", "etc/passwd", "b/in"] {
      #expect(openings(name) == [-ELOOP, -ELOOP], "\(name)")
    }
    #expect(openings("../../../../../../etc/passwd").allSatisfy { $0 < 0 })
    #expect(openings("a/none") == [-ENOENT, -ENOENT])
    let process = "/proc/\(getpid())/root"
    #expect(try FileBytes(path: "\(process)\(path("a/in"))").read(at: 0, count: 2) == Array("in".utf8))
    #expect(throws: SystemError(ELOOP)) { _ = try FileBytes(path: "\(process)\(path("a/link"))").size }
  }

  @Test func `A new name is one that nobody has`() throws {
    try Data("old".utf8).write(to: folder.file("old"))
    try Data("taken".utf8).write(to: folder.file("taken"))
    let root = rx_file_folder(folder.path)
    defer { close(root) }
    #expect(rx_file_rename(root, "old", "taken") == -EEXIST)
    #expect(rx_file_rename(root, "old", "new") == 0)
    #expect(rx_file_rename(root, "none", "other") == -ENOENT)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["new", "taken"])
  }
}

import Foundation
import Testing

@testable import ProcessInspection
import TraceFixtures

@Suite struct LibrarySearchTests {
  private let folder: TemporaryFolder
  private var search = LibrarySearch(
    cache: LibraryCache(bytes: []), environmentFolders: [], defaultFolders: [])

  init() throws { folder = try TemporaryFolder() }

  private func put(_ name: String, _ sample: ELFSample) throws {
    let file = folder.file(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(sample.bytes).write(to: file)
  }

  private func libraries(of program: String) -> (found: [String], missing: [String]) {
    let (found, missing) = search.libraries(of: folder.file(program).path)
    return (found.map { $0.replacing(folder.path + "/", with: "") }, missing)
  }

  @Test func `Libraries of libraries are found, each once, and what is nowhere is named`() throws {
    try put("app", .linked(to: ["a.so", "b.so"], own: "$ORIGIN/lib"))
    try put("lib/a.so", .linked(to: ["b.so", "c.so"], own: "${ORIGIN}/../more"))
    try put("lib/b.so", .linked(to: ["a.so"]))
    try put("more/c.so", .linked(to: ["d.so"]))
    let (found, missing) = libraries(of: "app")
    #expect(found == ["lib/a.so", "lib/b.so", "lib/../more/c.so"])
    #expect(missing == ["d.so"])
  }

  @Test func `A folder of its own holds for one file, an inherited one for its libraries too`() throws {
    for (own, inherited, expected) in [
      (nil, "$ORIGIN/lib", ["lib/a.so", "lib/b.so"]), ("$ORIGIN/lib", nil, ["lib/a.so"]),
    ] {
      try put("app", .linked(to: ["a.so"], inherited: inherited, own: own))
      try put("lib/a.so", .linked(to: ["b.so"]))
      try put("lib/b.so", .linked(to: []))
      #expect(libraries(of: "app").found == expected)
    }
  }

  @Test func `A library for another processor is passed over`() throws {
    try put("app", .linked(to: ["a.so"], own: "$ORIGIN/32:$ORIGIN/text:$ORIGIN/64"))
    try put("32/a.so", .linked(to: [], addressSize: 4))
    try put("64/a.so", .linked(to: []))
    try FileManager.default.createDirectory(at: folder.file("text"), withIntermediateDirectories: true)
    try Data("INPUT(x)".utf8).write(to: folder.file("text/a.so"))
    #expect(libraries(of: "app").found == ["64/a.so"])
  }

  @Test mutating func `The order is that of the dynamic linker`() throws {
    try put("app", .linked(to: ["a.so"], own: "$ORIGIN/own"))
    let folders = ["default", "cached", "own", "environment"]
    let path = folder.path
    search = LibrarySearch(
      cache: LibraryCache(bytes: Self.cache([("a.so", path + "/cached/a.so")])),
      environmentFolders: [path + "/environment"], defaultFolders: [path + "/default"])
    for place in folders {
      try put("\(place)/a.so", .linked(to: []))
      #expect(libraries(of: "app").found == ["\(place)/a.so"])
    }
  }

  @Test mutating func `Damaged files and caches find less, and do no harm`() throws {
    let cache = Self.cache([("a.so", "/nowhere/a.so"), ("b.so", "/nowhere/b.so")])
    for length in cache.indices { _ = LibraryCache(bytes: Array(cache[..<length])) }
    for offset in cache.indices {
      var damaged = cache
      damaged[offset] ^= 0xff
      _ = LibraryCache(bytes: damaged)
    }
    #expect(LibraryCache(bytes: cache).paths(named: "b.so") == ["/nowhere/b.so"])

    let file = RewrittenFile(in: folder)
    let whole = ELFSample.linked(to: ["a.so"], own: "$ORIGIN").bytes
    for offset in whole.indices {
      var damaged = whole
      damaged[offset] ^= 0xff
      file.write(damaged)
      #expect(search.libraries(of: file.path).found.isEmpty)
    }
  }

  private static func cache(_ entries: [(name: String, path: String)]) -> [UInt8] {
    let sample = ELFSample(isLittleEndian: 1.littleEndian == 1)
    var strings = [UInt8]()
    var table = [UInt8]()
    let start = 48 + entries.count * 24
    for (name, path) in entries {
      table += sample.number(3, 4) + sample.number(UInt64(start + strings.count), 4)
      strings += Array(name.utf8) + [0]
      table += sample.number(UInt64(start + strings.count), 4) + sample.number(0, 4) + sample.number(0, 8)
      strings += Array(path.utf8) + [0]
    }
    return Array("glibc-ld.so.cache1.1".utf8) + sample.number(UInt64(entries.count), 4)
      + sample.number(UInt64(strings.count), 4) + [UInt8](repeating: 0, count: 20) + table + strings
  }
}

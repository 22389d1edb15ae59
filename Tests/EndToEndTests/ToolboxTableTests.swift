import Foundation
import Testing

/// The table of `probes/README.md`, and what the tools see of it in whatever way a program is built.
@Suite struct ToolboxTableTests {
  /// The probes as the documentation has them.
  private static func documented() throws -> [DefinedProbe] {
    let page = try String(contentsOfFile: ToolboxRun.script("README.md"), encoding: .utf8)
    return page.matches(of: /(?m)^\| `(rac\w+:\w+)` \| `([^`]*)` \| \S/).map { row in
      DefinedProbe(name: String(row.output.1), parameters: row.output.2.components(separatedBy: ", "))
    }
  }

  @Test func `the table is what the provider files say, and each argument has its meaning`() throws {
    let documented = try Self.documented()
    #expect(documented == (try DefinedProbe.all()))
    let page = try String(contentsOfFile: ToolboxRun.script("README.md"), encoding: .utf8)
    let explained = page.matches(
      of: /(?m)^\| (`\w+`(?:, `\w+`)*) \| u?int|(?m)^\| (`\w+`(?:, `\w+`)*) \| text/
    )
    .flatMap { ($0.output.1 ?? $0.output.2 ?? "").matches(of: /\w+/).map { String($0.output) } }
    let names = documented.flatMap(\.parameters).compactMap {
      $0.split { " *".contains($0) }.last.map(String.init)
    }
    #expect(Set(explained) == Set(names))
    #expect(Set(explained).count == explained.count)
  }

  @Test(arguments: BuildVariant.all)
  func `readelf lists the table, each argument in a register of its width`(variant: BuildVariant) throws {
    let found = try ElfProbe.all(in: try variant.path())
    let documented = try Self.documented()
    #expect(found.map(\.name).sorted() == documented.map(\.name).sorted())
    // Joined has that of connected.
    #expect(Set(found.map(\.semaphore)).subtracting([0]).count == documented.count - 1)
    for probe in documented {
      let arguments = found.first { $0.name == probe.name }?.arguments ?? []
      let widths = arguments.compactMap { $0.wholeMatch(of: /-?(\d+)@%[a-z0-9]+/)?.output.1 }
      #expect(widths == probe.parameters.map { $0.hasPrefix("uint32_t") ? "4" : "8" }, "\(probe.name)")
    }
    let sections = try Programs.run("readelf", ["-S", "--wide", try variant.path()]).output
    #expect(sections.contains(" .stapsdt.base "), "gdb needs it")
  }

  @Test(.enabled(if: Kernel.isReady, "\(Kernel.obstacle)"), arguments: BuildVariant.all)
  func `bpftrace lists the table`(variant: BuildVariant) throws {
    let listing = try Programs.run("bpftrace", ["-l", "usdt:\(try variant.path()):*"])
    let found = listing.output.matches(of: /(?m)^usdt:.*:(rac\w+:\w+)$/).map { String($0.output.1) }
    #expect(found.sorted() == (try Self.documented().map(\.name).sorted()), "\(listing.errors)")
  }

  @Test(.enabled(if: SystemTap.obstacle.isEmpty, "\(SystemTap.obstacle)"), arguments: BuildVariant.all)
  func `SystemTap lists the table, with as many arguments`(variant: BuildVariant) throws {
    let listing = try SystemTap.run([
      "-L", "process(\"\(try variant.path())\").provider(\"rac*\").mark(\"*\")",
    ])
    var found: [String: Int] = [:]
    for match in listing.output.matches(of: /provider\("(\w+)"\)\.mark\("(\w+)"\)(.*)/) {
      found["\(match.output.1):\(match.output.2)"] = match.output.3.matches(of: /\$arg\d/).count
    }
    let documented = try Self.documented().map { ($0.name, $0.parameters.count) }
    #expect(found == Dictionary(uniqueKeysWithValues: documented), "\(listing.errors)")
  }
}

/// A way in which a program comes to its probes.
enum BuildVariant: String, CaseIterable, CustomTestStringConvertible {
  case debugProgram, releaseProgram, sharedLibrary, releaseSharedLibrary, staticStandardLibrary

  var testDescription: String { rawValue }

  /// Those that are built: the release ones where `RXTRACE_RELEASE` names their folder.
  static let all = allCases.filter { Programs.isRelease || !$0.rawValue.hasPrefix("release") }

  func path() throws -> String {
    switch self {
    case .debugProgram: "\(Programs.testFolder)/ProbedProgram"
    case .releaseProgram: Programs.path("ProbedProgram")
    case .sharedLibrary: "\(Programs.testFolder)/libSignalsDynamic.so"
    case .releaseSharedLibrary: Programs.path("libSignalsDynamic.so")
    case .staticStandardLibrary: try Self.linkedStatically.get()
    }
  }

  /// The program's objects once more, with Swift's libraries in it. Linking takes seconds, compiling would minutes.
  private static let linkedStatically = Result<String, any Error> {
    let program = "\(Programs.testFolder)/ProbedProgram-static"
    let objects = Programs.path("ProbedProgram.product/Objects.LinkFileList")
    let linked = try Programs.run(
      "swiftc",
      ["-static-stdlib", "-emit-executable", "-o", program, "@\(objects)"]
        + ["--gc-sections", "--defsym", "main=ProbedProgram_main"].flatMap { ["-Xlinker", $0] })
    try #require(linked.status == 0, "\(linked.errors)\(linked.output)")
    let libraries = try Programs.run("ldd", [program]).output
    try #require(!libraries.contains("libswift"), "\(libraries)")
    return program
  }
}

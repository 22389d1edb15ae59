import Foundation
import Testing

/// One probe as `readelf -n` shows it.
struct ElfProbe: Hashable {
  var name: String
  var semaphore: UInt64
  var arguments: [String]

  static func all(in program: String) throws -> [ElfProbe] {
    let notes = try Programs.run("readelf", ["-n", "--wide", program]).output
    var probes: [ElfProbe] = []
    var provider = "", name = "", semaphore: UInt64 = 0
    for line in notes.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
      if let value = line.components(separatedBy: "Provider: ").dropFirst().first { provider = value }
      if let value = line.value(after: "Name: ") { name = value }
      if let value = line.components(separatedBy: "Semaphore: 0x").dropFirst().first {
        semaphore = UInt64(value, radix: 16) ?? 0
      }
      if let value = line.value(after: "Arguments: ") {
        let arguments = value.split(separator: " ").map(String.init)
        probes.append(ElfProbe(name: "\(provider):\(name)", semaphore: semaphore, arguments: arguments))
      }
    }
    return probes
  }
}

extension String {
  fileprivate func value(after prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}

/// One probe as `probes/*.d` defines it.
struct DefinedProbe: Hashable {
  var name: String
  var parameters: [String]

  static func all() throws -> [DefinedProbe] {
    let folder = "\(Programs.repository)/probes"
    var probes: [DefinedProbe] = []
    for provider in ["racsignal", "raccompounddisposable", "racscheduler"] {
      let text = try String(contentsOfFile: "\(folder)/\(provider).d", encoding: .utf8)
      for match in text.matches(of: /probe\s+(\w+)\(([^)]*)\);/) {
        let parameters = match.output.2.split(separator: ",").map {
          $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
        probes.append(DefinedProbe(name: "\(provider):\(match.output.1)", parameters: parameters))
      }
    }
    return probes
  }
}

@Suite struct ProbeTests {
  static let program = Programs.path("logtap")

  @Test func `the program holds every probe of the provider files once, with its semaphore`() throws {
    let found = try ElfProbe.all(in: Self.program)
    let defined = try DefinedProbe.all()
    #expect(found.map(\.name).sorted() == defined.map(\.name).sorted())
    #expect(found.allSatisfy { $0.semaphore != 0 })
    // Joined has that of connected.
    let semaphores = Dictionary(grouping: found, by: \.semaphore).mapValues { Set($0.map(\.name)) }
    let shared = semaphores.values.filter { $0.count > 1 }
    #expect(shared == [["racsignal:connected", "racsignal:joined"]])
  }

  @Test func `every argument is in a register, as wide as the provider file says`() throws {
    let found = Dictionary(uniqueKeysWithValues: try ElfProbe.all(in: Self.program).map { ($0.name, $0) })
    for probe in try DefinedProbe.all() {
      let arguments = try #require(found[probe.name]).arguments
      #expect(arguments.count == probe.parameters.count, "\(probe.name)")
      #expect(arguments.count <= 6, "bpftrace reads six arguments: \(probe.name)")
      for (argument, parameter) in zip(arguments, probe.parameters) {
        #expect(argument.wholeMatch(of: /-?[0-9]+@%[a-z0-9]+/) != nil, "\(probe.name): \(argument)")
        let width = parameter.hasPrefix("uint32_t") ? "4@" : "8@"
        #expect(argument.hasPrefix(width), "\(probe.name): \(argument) for \(parameter)")
      }
    }
  }

  @Test func `the section that gdb needs survives the linker`() throws {
    let sections = try Programs.run("readelf", ["-S", "--wide", Self.program]).output
    #expect(sections.contains(".stapsdt.base"))
    #expect(sections.contains(".probes"))
  }

  @Test(.enabled(if: Programs.isInstalled("gdb"), "gdb is not installed: tools/setup installs it"))
  func `gdb lists every probe`() throws {
    let listing = try Programs.run(
      "gdb", ["--batch", "--nx", "-ex", "info probes stap ^rac", Self.program]
    ).output
    for probe in try DefinedProbe.all() {
      let words = probe.name.split(separator: ":")
      let expected = try Regex("(?m)^stap +\(words[0]) +\(words[1]) ")
      #expect(listing.matches(of: expected).count == 1, "\(probe.name)")
    }
  }

  @Test func `the C header declares every probe with the parameters of the provider file`() throws {
    let path = "\(Programs.repository)/Sources/CSignalProbes/include/providers.h"
    let header = try String(contentsOfFile: path, encoding: .utf8)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for probe in try DefinedProbe.all() {
      let function = probe.name.replacingOccurrences(of: ":", with: "_")
      let parameters = probe.parameters.map {
        $0.replacingOccurrences(of: "char *", with: "const char *_Nonnull ")
      }
      #expect(
        header.contains("void \(function)( \(parameters.joined(separator: ", ")));")
          || header.contains("void \(function)(\(parameters.joined(separator: ", ")));"), "\(probe.name)")
      let macro = function.replacingOccurrences(of: "__", with: "_").uppercased()
      #expect(header.contains("#define \(macro)("), "\(probe.name)")
      #expect(header.contains("#define \(macro)_ENABLED()"), "\(probe.name)")
    }
  }
}

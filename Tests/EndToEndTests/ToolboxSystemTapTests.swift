import Foundation
import Testing

/// SystemTap as far as it goes on a kernel without headers.
enum SystemTap {
  /// Empty if SystemTap can look at programs here; else why not.
  static let obstacle: String = {
    if !Programs.isInstalled("stap") { return "stap is not installed: tools/setup installs it" }
    guard let folder = try? Programs.run("\(Programs.repository)/tools/kbuild"), folder.status == 0 else {
      return "this kernel does not say how it was configured"
    }
    return ""
  }()

  /// A folder that stands for the kernel's build tree.
  static let kernel =
    (try? Programs.run("\(Programs.repository)/tools/kbuild"))?.output
    .trimmingCharacters(in: .whitespacesAndNewlines) ?? ""

  static let tapset = "\(Programs.repository)/probes/tapset"

  static func run(_ arguments: [String]) throws -> Outcome {
    try Programs.run("stap", ["-r", kernel, "-I", tapset] + arguments)
  }

  static let scripts =
    (try? FileManager.default.contentsOfDirectory(atPath: ToolboxRun.script("")))?
    .filter { $0.hasSuffix(".stp") && !ofTheRuntime.contains($0) }.sorted() ?? []
  /// These look at the Swift runtime, and not at our probes.
  static let ofTheRuntime = ["streams.stp", "tasks.stp"]

  /// Empty if a script can run in the emulated machine, and somebody wants that; else why not.
  static let guestObstacle: String = {
    if !Programs.isThorough { return "tools/test --thorough runs them" }
    if !obstacle.isEmpty { return obstacle }
    for command in ["qemu-system-x86_64", "busybox", "cpio"] where !Programs.isInstalled(command) {
      return "\(command) is not installed: tools/setup --thorough installs it"
    }
    return ""
  }()
}

@Suite(.serialized, .enabled(if: SystemTap.obstacle.isEmpty, "\(SystemTap.obstacle)"))
struct ToolboxSystemTapTests {
  static let program = Programs.path("ProbedProgram")

  @Test func `the tapset names every probe and every argument, texts as texts`() throws {
    let listing = try SystemTap.run(["-L", "rxtrace.**", "-c", Self.program]).output
    var found: [String: [String]] = [:]
    for line in listing.split(separator: "\n") {
      let words = line.split(separator: " ").filter { !$0.hasPrefix("$") }.map(String.init)
      if let name = words.first { found[name] = Array(words.dropFirst()) }
    }
    let defined = try DefinedProbe.all()
    for probe in defined {
      let wanted = probe.parameters.flatMap { parameter in
        let name = parameter.split { $0 == " " || $0 == "*" }.last.map(String.init) ?? ""
        // One word of the probe, three of the tapset.
        if name == "role" { return ["role:long", "traits:long", "says_traits:long"] }
        let short = ["subscription": "sub", "operator_name": "operator"][name] ?? name
        return [short + (parameter.hasPrefix("char") ? ":string" : ":long")]
      }
      #expect(found[Self.alias(of: probe.name)] == wanted, "\(probe.name)")
    }
    #expect(found.count == defined.count)
  }

  private static func alias(of probe: String) -> String {
    let words = probe.replacing("__", with: "_").split(separator: ":")
    let groups = ["raccompounddisposable": "owner.", "racscheduler": "work."]
    return "rxtrace.\(groups[String(words[0])] ?? "")\(words[1])"
  }

  @Test func `there is a script for each question that bpftrace's answer`() {
    #expect(SystemTap.scripts == ToolboxScriptTests.scripts.map { $0.replacing(".bt", with: ".stp") })
  }

  /// The library of the Swift runtime that programs here are linked to.
  private static func library() throws -> String {
    let libraries = try Programs.run("ldd", [Programs.path("StreamProgram")]).output
    return String(try #require(libraries.firstMatch(of: /\/\S*libswift_Concurrency\.so/)).output)
  }

  @Test(arguments: SystemTap.ofTheRuntime)
  func `a script for any program passes everything but the compiler, with the functions of bpftrace's`(
    name: String
  ) throws {
    let outcome = try SystemTap.run(["-p3", ToolboxRun.script(name), try Self.library()])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = try String(contentsOfFile: ToolboxRun.script(name), encoding: .utf8)
    #expect(text.contains(" * USAGE: stap -x PID -o app.lines \(name) LIBRARY\n"))
    // What faults gives zero, and does not end the script.
    #expect(!text.contains("_error(") && !text.contains("user_string("))
    let twin = try String(
      contentsOfFile: ToolboxRun.script(name.replacing(".stp", with: ".bt")), encoding: .utf8)
    let functions = twin.matches(of: /(?m)^u(ret)?probe:\$1:"?([^"\n]+)"?$/)
      .map { "\($0.output.2)\($0.output.1 == nil ? "" : " return")" }
    let own = text.matches(of: /(?m)^probe process\(@1\)\.function\("([^"]+)"\)(\.return)?$/)
      .map { "\($0.output.1)\($0.output.2 == nil ? "" : " return")" }
    #expect(functions.sorted() == own.sorted() && own.count >= 5)
  }

  @Test(arguments: SystemTap.scripts)
  func `a script passes everything but the compiler`(name: String) throws {
    let outcome = try SystemTap.run(["-p3", "-c", Self.program, ToolboxRun.script(name)])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let text = try String(contentsOfFile: ToolboxRun.script(name), encoding: .utf8)
    #expect(text.contains(" * USAGE: stap -I tapset -x PID ") && text.contains(name))
    #expect(!text.contains("user_string("), "it ends a script that meets a page which is not in memory")
  }
}

import Foundation
import Testing

/// What a program did.
struct Outcome {
  var status: Int32
  var output: String
  var errors: String
}

/// The programs that the tests run: the release build's where `RXTRACE_RELEASE` names its folder (as `tools/test` does),
/// else those beside the tests.
enum Programs {
  static let folder = ProcessInfo.processInfo.environment["RXTRACE_RELEASE"] ?? testFolder

  static var isRelease: Bool { folder != testFolder }

  /// Where the tests themselves are, and the programs that were built with them.
  static let testFolder =
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path

  static func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// The repository.
  static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().path

  static func isInstalled(_ command: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(command)") }
  }

  /// Whether `tools/test --thorough` runs.
  static var isThorough: Bool { ProcessInfo.processInfo.environment["RXTRACE_THOROUGH"] != nil }

  /// This process's environment with `changes`; and the recorder waits for the slow disk of a machine under load.
  static func environment(with changes: [String: String]) -> [String: String] {
    ProcessInfo.processInfo.environment.merging(["RXTRACE_WAIT": "1"]) { $1 }.merging(changes) { $1 }
  }

  static var isRoot: Bool { getuid() == 0 }

  /// Runs a program to its end; both of its outputs are read while it runs.
  static func run(
    _ program: String, _ arguments: [String] = [], environment: [String: String] = [:], input: String? = nil,
    in folder: String? = nil
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.environment = self.environment(with: environment)
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    let scratch = try Scratch()
    let output = scratch.file("output"), errors = scratch.file("errors"), source = scratch.file("input")
    for (path, text) in [(output, ""), (errors, ""), (source, input ?? "")] {
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
    process.standardInput = FileHandle(forReadingAtPath: source)
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    process.waitUntilExit()
    let status =
      process.terminationReason == .uncaughtSignal
      ? 128 + process.terminationStatus : process.terminationStatus
    return Outcome(status: status, output: text(output), errors: text(errors))
  }

  private static func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }
}

/// A folder that goes when the test is done with it.
final class Scratch {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("rxtrace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }
}

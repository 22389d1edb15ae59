import Foundation
import Glibc
import TraceFixtures

/// One run of a program, from its start to its end.
struct ToolRun {
  /// 128+n after signal n, as a shell has it.
  let status: Int32
  let output: [UInt8]
  let errors: String

  var text: String { String(decoding: output, as: UTF8.self) }

  /// Runs `program`, and takes all that it writes. Standard input holds `input` and then ends.
  init(
    _ program: String, _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
    in folder: String? = nil
  ) throws {
    // Files, not pipes: a program that writes much to one while the other is read cannot block.
    let scratch = try TemporaryFolder()
    try Data(input).write(to: scratch.file("input"))
    let child = try ChildProcess(
      program, arguments, environment: environment, folder: folder, input: scratch.file("input").path,
      output: scratch.file("output").path, errors: scratch.file("errors").path)
    status = child.wait()
    output = try Array(Data(contentsOf: scratch.file("output")))
    errors = try String(decoding: Data(contentsOf: scratch.file("errors")), as: UTF8.self)
  }

  /// Runs the tool.
  static func rxtrace(
    _ arguments: String..., input: [UInt8] = [], environment: [String: String] = [:], in folder: String? = nil
  ) throws -> ToolRun {
    try ToolRun(tool, arguments, input: input, environment: environment, in: folder)
  }

  /// Runs a shell in which `$RXTRACE_BIN` is the tool.
  static func shell(_ script: String, in folder: String? = nil) throws -> ToolRun {
    try ToolRun("/bin/bash", ["-c", script], environment: ["RXTRACE_BIN": tool], in: folder)
  }

  /// The command that runs Python: with the engines of `tools/engines.txt`, where `tools/setup --thorough` has put them.
  static let python: [String] = {
    let own = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../../../.build/python/bin/python3").standardizedFileURL.path
    return access(own, X_OK) == 0 ? [own] : ["/usr/bin/env", "python3"]
  }()

  /// Runs a script of Python's.
  static func python(_ script: String, input: [UInt8] = [], in folder: String? = nil) throws -> ToolRun {
    try ToolRun(python[0], python.dropFirst() + ["-c", script], input: input, in: folder)
  }

  /// The tool that was built with these tests: it lies where they do.
  static let tool: String = {
    if let named = ProcessInfo.processInfo.environment["RXTRACE_BIN"] { return named }
    let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("rxtrace").path
  }()
}

extension TemporaryFolder {
  /// Makes a program of `script`.
  ///
  /// Another process writes it: a program that this one has open for writing at the moment in which another thread
  /// starts a child cannot be run until that child is under way ("text file busy").
  func program(_ name: String, _ script: String) throws -> String {
    let path = file(name).path
    _ = try ToolRun("/bin/sh", ["-c", #"cat > "$0" && chmod 755 "$0""#, path], input: Array(script.utf8))
    return path
  }
}

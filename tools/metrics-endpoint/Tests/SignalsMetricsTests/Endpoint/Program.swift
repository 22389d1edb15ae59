import Foundation

/// Runs a program of the machine.
enum Program {
  struct Answer {
    let status: Int32
    let output: String
  }

  /// Where a program is, if it is there.
  static func path(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  static func start(_ name: String, _ arguments: [String], input: Any?, output: Any?) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path(name) ?? name)
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
    return process
  }

  /// The output of a program, on both its outputs, and its exit status. The input is shorter than a pipe.
  static func run(_ name: String, _ arguments: [String], input: String = "") throws -> Answer {
    let (given, printed) = (Pipe(), Pipe())
    let process = try start(name, arguments, input: given, output: printed)
    try given.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try given.fileHandleForWriting.close()
    let output = try printed.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Answer(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
  }
}

import Foundation
import PackagePlugin

/// `swift package leaks`: builds the package's program, runs it recorded, and judges the recording.
///
/// The judge is `rxtrace check` of the installed tool: to build the tool for each package would take minutes.
/// Where `check` does not end with 0, `swift package` says its exit status and ends with 1.
@main
struct LeaksPlugin: CommandPlugin {
  static let usage = "swift package leaks [--product NAME] [CHECK-OPTION ...] [-- ARGUMENT ...]"

  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let place = arguments.firstIndex(of: "--") ?? arguments.endIndex
    var extractor = ArgumentExtractor(Array(arguments[..<place]))
    if extractor.extractFlag(named: "help") > 0 {
      print("usage: \(Self.usage)\nCHECK-OPTION: any of rxtrace check.")
      return
    }
    let wanted = extractor.extractOption(named: "product")
    let programs = context.package.products(ofType: ExecutableProduct.self).map(\.name).sorted()
    let product = try Self.choose(among: programs, wanted: wanted.last)
    let tool = try Self.installedTool()

    let built = try packageManager.build(.product(product), parameters: .init(logging: .concise))
    guard built.succeeded,
      let program = built.builtArtifacts.first(where: {
        $0.kind == .executable && $0.url.lastPathComponent == product
      })
    else { throw Refusal("\(product) does not build:\n\(built.logText)") }

    let check = Process()
    check.executableURL = tool
    check.arguments =
      ["check"] + extractor.remainingArguments + ["--", program.url.path] + arguments[place...].dropFirst()
    check.standardInput = FileHandle.nullDevice
    try check.run()
    check.waitUntilExit()
    let status = check.terminationStatus
    exit(check.terminationReason == .exit ? status : 128 + status)
  }

  /// The program that is run: the wanted one, or the only one.
  static func choose(among programs: [String], wanted: String?) throws -> String {
    let list = programs.joined(separator: ", ")
    if let wanted {
      guard programs.contains(wanted) else {
        throw Refusal("no program is called \(wanted). There is: \(list.isEmpty ? "none" : list).")
      }
      return wanted
    }
    guard let only = programs.first else { throw Refusal("this package has no program to run.") }
    guard programs.count == 1 else { throw Refusal("which program? Type --product with one of: \(list).") }
    return only
  }

  /// `rxtrace` in a folder of `PATH`.
  static func installedTool() throws -> URL {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for folder in folders {
      let file = URL(fileURLWithPath: String(folder)).appendingPathComponent("rxtrace")
      if FileManager.default.isExecutableFile(atPath: file.path) { return file }
    }
    throw Refusal("rxtrace is not in PATH. Type tools/install in the folder of the package rxtrace.")
  }
}

/// Why nothing was run, and what to type.
struct Refusal: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

import ArgumentParser
import Fixing
import Foundation

/// Prints patches for the leaks of a report.
@main
struct RxTraceFix: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rxtrace-fix",
    abstract: "Prints a patch for the leaks that rxtrace has found.",
    discussion: """
      It reads the output of `rxtrace leaks --json`, and edits a copy of the sources. Apply the patch with `patch -p1` or
      `git apply`. It offers a patch only where the chain of calls is fully understood, and says otherwise why not.

        rxtrace leaks app.rxtrace --json | rxtrace-fix > app.patch
        rxtrace-fix report.json --source Sources --leak A --choice 2
      """)

  @Argument(help: "The report; the standard input if it is missing or '-'.")
  var report: String?

  @Option(
    help: ArgumentHelp(
      "A folder with sources, or PREFIX=DIR for files of which the recorded name begins with PREFIX. The current folder if missing.",
      valueName: "dir"))
  var source: [String] = []

  @Option(help: ArgumentHelp("The letter of a leak. All leaks if missing.", valueName: "letter"))
  var leak: [String] = []

  @Option(help: ArgumentHelp("Which way to repair it, from 1, the likeliest.", valueName: "number"))
  var choice = 1

  @Option(help: ArgumentHelp("The widest line that the patch makes.", valueName: "columns"))
  var width = 110

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("The patch. The standard output if missing.", valueName: "file"))
  var output: String?

  func validate() throws {
    if choice < 1 { throw ValidationError("--choice counts from 1.") }
    if width < 40 { throw ValidationError("--width is at least 40.") }
  }

  func run() throws {
    let json: Data
    do {
      json =
        if let report, report != "-" { try Data(contentsOf: URL(fileURLWithPath: report)) } else {
          FileHandle.standardInput.readDataToEndOfFile()
        }
    } catch { throw ValidationError("The report cannot be read: \(error.localizedDescription)") }
    let leaks: LeaksReport
    do { leaks = try LeaksReport(json: json) } catch {
      throw ValidationError("This is no report of `rxtrace leaks --json`.")
    }
    let folder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    let tree = SourceTree(source.map { SourceTree.Root($0) }, relativeTo: folder, width: width)
    let fixes = Fixer(tree).fix(leaks)
    let patch = fixes.patch(letters: Set(leak), choice: choice)
    if let output {
      try Data(patch.utf8).write(to: URL(fileURLWithPath: output))
    } else {
      print(patch, terminator: "")
    }
    if fixes.count == 0 { throw ExitCode(1) }
  }
}

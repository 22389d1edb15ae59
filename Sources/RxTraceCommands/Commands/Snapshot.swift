import ArgumentParser
import Glibc
import ProcessInspection
import TraceAnalysis
import TraceExport
import TraceFormat
import TraceRendering

struct Snapshot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show living subscriptions of a process, recorded or not, that runs, rests or hangs.",
    discussion: """
      rxtrace snapshot --pid 4711
      rxtrace snapshot --pid 4711 --name ticker --all
      rxtrace snapshot --pid 4711 --recording now.rxtrace && rxtrace render now.rxtrace --format html -o now.html

      Reads the table of living subscriptions that every program with Signals keeps. The process is not stopped, and need \
      not have been started in any special way. One's own processes need no root. Ended \
      subscriptions and sent values are not in the table: so nothing is judged.
      """
  )

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Option(name: .shortAndLong, help: "The process.") var pid: Int32

  @Option(help: "Text, or a JSON object.") var format: Format = .text
  @Flag(help: "In JSON, list every subscription: by default five of each call site.") var ids = false
  @Option(help: ArgumentHelp("Write the living subscriptions to this recording, too.", valueName: "file"))
  var recording: String?
  @Flag(name: .shortAndLong, help: "Replace the recording if it exists.") var force = false

  @OptionGroup(title: "Drawing") var selection: SelectionOptions
  @OptionGroup(title: "Filters") var filter: FilterOptions
  @OptionGroup(title: "Output") var answer: AnswerOptions

  func validate() throws {
    if pid <= 0 { throw ValidationError("--pid takes the number of a process.") }
    if ids, format != .json { throw ValidationError("--ids is for --format json.") }
    if force, recording == nil { throw ValidationError("--force is for --recording FILE.") }
  }

  func run() throws {
    let destination = try recording.map { try RecordingDestination(path: $0, replacesExisting: force) }
    let living = try LivingProcess(pid)
    let bytes = living.recording()
    if let destination {
      do {
        var file = ImportedFile(path: destination.absolutePath)
        try file.append(bytes)
      } catch {
        throw CommandFailure(
          "cannot write \(destination.path.shellWord): \(error)", status: ExitStatus.cannotWrite)
      }
    }
    let trace = try trace(of: living, bytes)
    switch format {
    case .json: try answer.answer(trace, as: SnapshotJSON(listsAll: ids))
    case .text: try answer.answer(text(of: trace, living, on: answer.page))
    }
  }

  /// The living subscriptions, of which a part may be asked for.
  func trace(of living: LivingProcess, _ recording: [UInt8]) throws(CommandFailure) -> AnalyzedTrace {
    let forest = try Self.forest(recording)
    var trace = AnalyzedTrace(
      forest: forest, verdicts: Verdicts(forest), program: living.name,
      processID: UInt32(bitPattern: living.process))
    trace.selection = try filter.filter(for: forest).selection(in: forest, trace.verdicts)
    return trace
  }

  func text(of trace: AnalyzedTrace, _ living: LivingProcess, on page: Page) -> String {
    var text = render(trace, as: .tree(selection.options(TreeOptions(), filter), on: page))
    SnapshotReport(living, pen: Pen(page: page)).write(to: &text)
    return text
  }

  private static func forest(_ bytes: [UInt8]) throws(CommandFailure) -> Forest {
    do {
      return Forest(reading: try Recording(bytes: bytes))
    } catch {
      throw CommandFailure(
        "cannot read the table of living subscriptions: \(error)", status: ExitStatus.unreadableInput)
    }
  }
}

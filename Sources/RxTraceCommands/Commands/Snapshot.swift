import ArgumentParser
import Glibc
import ProcessInspection
import TraceAnalysis
import TraceExport
import TraceFormat
import TraceRendering

struct Snapshot: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show living subscriptions of a process, recorded or not, that runs, hangs or has crashed.",
    discussion: """
      rxtrace snapshot --pid 4711
      rxtrace snapshot --all
      rxtrace snapshot --pid 4711 --name ticker --all
      rxtrace snapshot --core core.4711
      rxtrace snapshot --pid 4711 --recording now.rxtrace && rxtrace render now.rxtrace --format html -o now.html

      Reads the table of living subscriptions that every program with Signals keeps. The process is not stopped, and need \
      not have been started in any special way. One's own processes need no root. Ended \
      subscriptions and sent values are not in the table: so nothing is judged. rxtrace leaks --pid looks several times, \
      and judges.
      A core file has the table as well, where the program's coredump_filter lets the kernel write it: the default does. \
      Names that the core lacks come from the file of the program, which must not have changed since.
      """
  )

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, html, dot, json }

  enum Grouping: String, CaseIterable, ExpressibleByArgument { case tree, site, owner }

  @Option(name: .shortAndLong, help: "The process. With --all instead, every process of this user.")
  var pid: Int32?

  @Option(
    help: ArgumentHelp("The core file of a process that has crashed.", valueName: "file"),
    completion: .file())
  var core: String?

  @Option(
    help: """
      Trees, or counts by call site or by the owner of the handles. Default: trees, or call sites of more than 20,000.
      """)
  var by: Grouping?
  @Option(help: "Text, a page for a browser, a graph, or a JSON object.") var format: Format = .text
  @Flag(help: "In JSON, list every subscription: by default five of each call site.") var ids = false
  @Option(help: ArgumentHelp("Write the living subscriptions to this recording, too.", valueName: "file"))
  var recording: String?
  @Flag(name: .shortAndLong, help: "Replace the recording if it exists.") var force = false

  @OptionGroup(title: "Drawing") var selection: SelectionOptions
  @OptionGroup(title: "Filters") var filter: FilterOptions
  @OptionGroup(title: "Output") var answer: AnswerOptions

  /// More than anybody reads as a tree.
  private static let mostInTree = 20_000

  func validate() throws {
    if let pid {
      if core != nil { throw ValidationError("--core is of a process that has ended: leave out --pid.") }
      if pid <= 0 { throw ValidationError("--pid takes the number of a process.") }
    } else if core != nil {
      if selection.all { throw ValidationError("--core is of one process: leave out --all.") }
    } else if !selection.all {
      throw ValidationError("Name a process with --pid or a core file with --core, or ask for --all of them.")
    } else if recording != nil {
      throw ValidationError("--recording is of one process; name it with --pid.")
    } else if format == .html || format == .dot {
      throw ValidationError("--format \(format) shows one process; name it with --pid.")
    }
    if ids, format != .json { throw ValidationError("--ids is for --format json.") }
    if force, recording == nil { throw ValidationError("--force is for --recording FILE.") }
    if let by, by != .tree {
      guard format == .text else {
        throw ValidationError("--by \(by) is for --format text; JSON counts by call site.")
      }
      if filter.isAsked { throw ValidationError("--by \(by) counts everything; filters are for --by tree.") }
    }
  }

  func run() throws {
    if pid == nil, core == nil { return try showAll() }
    let destination = try recording.map { try RecordingDestination(path: $0, replacesExisting: force) }
    let living: LivingProcess
    if let core { living = try LivingProcess(core: core) } else { living = try LivingProcess(pid ?? 0) }
    if let destination {
      do {
        var file = ImportedFile(path: destination.absolutePath)
        try file.append(living.recording())
      } catch {
        throw CommandFailure(
          "cannot write \(destination.path.shellWord): \(error)", status: ExitStatus.cannotWrite)
      }
    }
    if format == .text { return try answer.answer(text(of: living)) }
    for remark in living.remarks { Output.note(remark) }
    let trace = try self.trace(of: living, living.recording())
    if format == .html { return try answer.answer(trace, as: HTMLReport(links: answer.appearance.links)) }
    if format == .json { return try answer.answer(trace, as: SnapshotJSON(listsAll: ids)) }
    var graph = GraphOptions()
    graph.links = answer.appearance.links
    try answer.answer(trace, as: .treeGraph(selection.options(TreeOptions(), filter), graph: graph))
  }

  /// Each process of this user that has a table. One that ends meanwhile is passed over.
  private func showAll() throws {
    var texts: [String] = []
    for process in LiveTableFile.processes(of: geteuid()) {
      guard let living = try? LivingProcess(process) else { continue }
      texts.append(
        format == .json
          ? render(try trace(of: living, living.recording()), as: SnapshotJSON(listsAll: ids))
          : try text(of: living))
    }
    guard !texts.isEmpty else {
      throw CommandFailure(
        "no process of this user has a table of living subscriptions", status: ExitStatus.unreadableInput)
    }
    try answer.answer(texts.joined(separator: format == .json ? "" : "\n"))
  }

  private func text(of living: LivingProcess) throws -> String {
    let isLarge = living.alive.count > Self.mostInTree && !filter.isAsked
    let by = self.by ?? (isLarge ? .site : .tree)
    if by == .tree {
      return text(of: try trace(of: living, living.recording()), living, on: answer.page)
    }
    var shown = ""
    let report = SnapshotReport(living, pen: Pen(page: answer.page))
    report.writeHeading(to: &shown)
    if by == .owner { report.writeOwners(to: &shown) } else { report.write(to: &shown) }
    return shown
  }

  /// The living subscriptions, of which a part may be asked for.
  func trace(of living: LivingProcess, _ recording: [UInt8]) throws(CommandFailure) -> AnalyzedTrace {
    try Self.trace(of: living, recording, filter)
  }

  static func trace(
    of living: LivingProcess, _ recording: [UInt8], _ filter: FilterOptions
  ) throws(CommandFailure) -> AnalyzedTrace {
    let forest = try forest(recording)
    var trace = AnalyzedTrace(
      forest: forest, verdicts: Verdicts(forest), program: living.name,
      processID: living.processID)
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

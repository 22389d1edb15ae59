import ArgumentParser
import Glibc
import ProcessInspection
import TraceRendering

struct Probes: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "List the USDT probes of a program and its libraries, for bpftrace and similar tools.",
    discussion: """
      rxtrace probes .build/debug/app
      rxtrace probes --pid 4711

      For a process it says which probes a tracer is attached to now; that needs root, or the right to trace it. Below \
      the probes are lines to paste for bpftrace, SystemTap and perf.
      """
  )

  @Argument(
    help: ArgumentHelp("A program or library: a file, or a name to look for in PATH.", valueName: "path"))
  var path: String?

  @Option(name: .shortAndLong, help: "A running process: its program and every library it has mapped.")
  var pid: Int32?

  @Flag(help: "Probes of every provider, not of Signals alone.")
  var all = false

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Option(help: "Text, or a JSON object.") var format: Format = .text

  @OptionGroup(title: "Output")
  var answer: AnswerOptions

  func validate() throws {
    guard (path == nil) != (pid == nil) else {
      throw ValidationError("Name a program, or a process: rxtrace probes PATH, or rxtrace probes --pid PID.")
    }
    if let pid, pid <= 0 { throw ValidationError("--pid takes the number of a process.") }
  }

  func run() throws {
    let report = ProbeReport(
      inventories: try pid.map(inventories(ofProcess:)) ?? inventories(ofProgram: path ?? ""),
      providers: all ? nil : ProbeInventory.ownProviders, process: pid.map(TracedProcess.init),
      subject: path,
      pen: Pen(page: answer.page))
    switch format {
    case .text: try answer.stream { report.write(to: &$0) }
    case .json: try answer.answer(ProbesJSON(report).text)
    }
  }

  private func inventories(ofProgram name: String) throws(CommandFailure) -> [ProbeInventory] {
    let program = Executable.found(name, path: Environment.current["PATH"]) ?? name
    let main: ProbeInventory
    do {
      main = try ProbeInventory(path: program)
    } catch {
      throw CommandFailure(
        "cannot list the probes of \(program.shellWord): \(error)", status: ExitStatus.unreadableInput)
    }
    let libraries = LibrarySearch(path: Environment.current["LD_LIBRARY_PATH"]).libraries(of: program)
    for name in libraries.missing {
      Output.note("library \(name.visible) is not found: its probes are not listed")
    }
    return [main] + libraries.found.compactMap { try? ProbeInventory(path: $0) }
  }

  private func inventories(ofProcess process: pid_t) throws(CommandFailure) -> [ProbeInventory] {
    let mapped: MappedFiles
    do {
      mapped = try MappedFiles(of: process)
    } catch {
      throw CommandFailure(Self.explanation(error, process), status: ExitStatus.unreadableInput)
    }
    var inventories: [ProbeInventory] = []
    var mappings: [[FileMapping]] = []
    for file in mapped.files {
      // Mapped files that are no ELF files are data.
      guard var inventory = try? ProbeInventory(path: file.path, file: file.reachedAt) else {
        if file.isDeleted, file.holdsCode {
          Output.note(
            "\(file.path.visible) was replaced since process \(process) mapped it: its probes are not listed")
        }
        continue
      }
      inventory.isDeleted = file.isDeleted
      inventories.append(inventory)
      mappings.append(file.mappings)
    }
    guard inventories.contains(where: { !$0.probes(of: all ? nil : ProbeInventory.ownProviders).isEmpty })
    else { return inventories }
    do {
      let memory = try ProcessMemory(of: process)
      for index in inventories.indices {
        inventories[index].readSemaphores(of: memory, mapped: mappings[index])
      }
    } catch {
      Output.note(
        "attached tracers are not known: the memory of process \(process) may not be read (\(error)); "
          + "root may: sudo rxtrace probes --pid \(process)")
    }
    return inventories
  }

  private static func explanation(_ error: SystemError, _ process: pid_t) -> String {
    switch error.code {
    case ENOENT, ESRCH:
      return "there is no process \(process)"
    case EACCES, EPERM:
      // Root is told no more than that, and has nothing to try: some processes are protected from everybody.
      if geteuid() == 0 {
        return
          "cannot look into process \(process) (\(error)): it is protected, or in a container that may not be looked into from here; try on the host"
      }
      let asRoot = "sudo rxtrace probes --pid \(process)"
      return
        "cannot look into process \(process): it belongs to another user, or is protected; try: \(asRoot)"
    default:
      return "cannot look into process \(process): \(error)"
    }
  }
}

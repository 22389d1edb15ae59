import ProcessInspection
import TraceRendering

/// The text of `rxtrace probes`.
struct ProbeReport {
  /// The program first, then its libraries.
  var inventories: [ProbeInventory]
  /// Nil for all.
  var providers: Set<String>?
  /// The process to attach to; nil for every process that runs the file.
  var process: TracedProcess?
  /// The program, as the person typed it; nil for a process.
  var subject: String?
  let pen: Pen

  /// The examined file or process, in words.
  var place: String { subject ?? "process \(process?.pid ?? 0)" }

  func write(to out: inout some TextOutputStream) {
    let withProbes = inventories.filter { !$0.probes(of: providers).isEmpty }
    for (index, inventory) in withProbes.enumerated() {
      if index > 0 { say(pen(""), to: &out) }
      write(inventory, to: &out)
    }
    if withProbes.isEmpty { writeNothingFound(to: &out) }
  }

  private func write(_ inventory: ProbeInventory, to out: inout some TextOutputStream) {
    let probes = inventory.probes(of: providers)
    var title = pen(inventory.path, .bold, limit: 4096)
    if inventory.isDeleted { title += pen(" (deleted)", .doubt) }
    title += pen("  " + plural(probes.count, "probe"))
    if let attached = probes.attachedCount {
      title += pen(", \(attached == 0 ? "none" : "\(attached)") attached")
    }
    say(title, to: &out)
    say(pen(""), to: &out)
    var table = Table(columns: [
      Column("PROBE", least: 20), Column("SITES", alignsRight: true), Column("ARGS", alignsRight: true),
      Column(process == nil ? "SEMAPHORE" : "ATTACHED"),
    ])
    for probe in probes {
      table.add([
        Cell(pen("\(probe.provider):\(probe.name)")), Cell(pen("\(probe.sites)")),
        Cell(pen("\(probe.arguments)")), Cell(state(of: probe)),
      ])
    }
    table.write(with: pen, to: &out)
    say(pen(""), to: &out)
    if !inventory.isWhole {
      say(pen("The notes stop making sense here: there may be more probes.", .doubt), to: &out)
    }
    if !inventory.hasBase {
      say(pen("Section .stapsdt.base is missing: gdb does not find these probes.", .doubt), to: &out)
    }
    writeCommands(for: inventory, to: &out)
  }

  private func writeCommands(for inventory: ProbeInventory, to out: inout some TextOutputStream) {
    let commands = TracerCommands(
      path: inventory.path, all: providers == nil, process: process,
      deletedFile: inventory.isDeleted ? inventory.readAt : nil)
    say(pen("To see them fire, as root (Ctrl-C ends it):"), to: &out)
    for line in commands.lines {
      // On one line, whatever the width: it is to be copied.
      say(pen("  ") + pen(line, limit: 10_000), to: &out)
    }
    guard inventory.isDeleted else { return }
    say(
      pen("The process runs a file that was deleted or replaced: a file of that name is another one."),
      to: &out)
    say(pen("  SystemTap and perf take a file's name, and this one has none any more."), to: &out)
  }

  private func state(of probe: ProbeInventory.Probe) -> Line {
    guard process != nil else { return pen(probe.hasSemaphore ? "yes" : "no") }
    guard let attached = probe.attached else { return pen("not known", .doubt) }
    return attached == 0 ? pen("no", .dim) : pen("yes", .bold)
  }

  private func writeNothingFound(to out: inout some TextOutputStream) {
    let libraries = inventories.count - 1
    let place =
      libraries > 0 ? "\(place) and the \(plural(libraries, "library", "libraries")) it links to" : place
    guard providers != nil else { return say(pen("No probes of any provider in \(place)."), to: &out) }
    if let built = inventories.first(where: \.hasRuntime) {
      // A process has been started already: its program can be started once more.
      let program = subject ?? inventories.first?.path ?? built.path
      if built.isStripped {
        say(pen("No probes in \(built.path): their list, section .note.stapsdt, was stripped."), to: &out)
      } else {
        say(pen("No probes in \(built.path): the package was built where <sys/sdt.h> is missing."), to: &out)
      }
      say(pen("  Recording works without them: rxtrace record -- \(program.shellWord)"), to: &out)
      say(
        pen(
          built.isStripped
            ? "  For bpftrace and similar tools: build again; strip keeps the list, llvm-strip with --keep-section=.note.stapsdt."
            : "  For bpftrace and similar tools: install systemtap-sdt-dev, remove .build, build again."),
        to: &out
      )
    } else {
      let names = ProbeInventory.ownProviders.sorted().joined(separator: ", ")
      say(pen("No probes in \(place)."), to: &out)
      say(pen("  looked for: notes of \(names) in section .note.stapsdt"), to: &out)
      say(pen("  likely: it does not link Signals."), to: &out)
    }
  }

  private func say(_ line: Line, to out: inout some TextOutputStream) {
    line.write(on: pen.page, to: &out)
  }

  private func plural(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
  }
}

extension [ProbeInventory.Probe] {
  /// To how many of them a tracer is attached; nil where that is known of none.
  fileprivate var attachedCount: Int? {
    let known = compactMap(\.attached)
    return known.isEmpty ? nil : known.count { $0 > 0 }
  }
}

import TraceRendering

/// The text of `rxtrace probes`.
struct ProbeReport {
  /// The program first, then its libraries.
  var inventories: [ProbeInventory]
  /// Nil for all.
  var providers: Set<String>?
  /// The process to attach to; nil for every process that runs the file.
  var process: Int32?
  /// What was meant, as the person typed it.
  var subject: String
  let pen: Pen

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
    say(pen(inventory.path, .bold, limit: 4096) + pen("  " + plural(probes.count, "probe")), to: &out)
    say(pen(""), to: &out)
    var table = Table(columns: [
      Column("PROBE", least: 20), Column("SITES", alignsRight: true), Column("ARGS", alignsRight: true),
      Column("SEMAPHORE"),
    ])
    for probe in probes {
      table.add([
        Cell(pen("\(probe.provider):\(probe.name)")), Cell(pen("\(probe.sites)")),
        Cell(pen("\(probe.arguments)")),
        Cell(pen(probe.hasSemaphore ? "yes" : "no")),
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
    say(pen("Count them while they fire (as root; Ctrl-C prints the counts):"), to: &out)
    // On one line, whatever the width: it is to be copied.
    say(pen("  ") + pen(oneLiner(inventory), limit: 10_000), to: &out)
  }

  /// The command that counts this file's probes.
  func oneLiner(_ inventory: ProbeInventory) -> String {
    // All of ours, and none of anybody else's, begin with these letters.
    let providers = providers == nil ? "*" : "rac*:*"
    let target = process.map { "-p \($0) " } ?? ""
    return "bpftrace \(target)-e "
      + "usdt:\(Self.bpftracePath(inventory.path)):\(providers) { @[probe] = count(); }".shellWord
  }

  private func writeNothingFound(to out: inout some TextOutputStream) {
    let libraries = inventories.count - 1
    let place =
      libraries > 0 ? "\(subject) and the \(plural(libraries, "library", "libraries")) it links to" : subject
    guard providers != nil else { return say(pen("No probes of any provider in \(place)."), to: &out) }
    if let built = inventories.first(where: \.hasRuntime) {
      say(pen("No probes in \(built.path): the package was built where <sys/sdt.h> is missing."), to: &out)
      say(pen("  Recording works without them: rxtrace record -- \(subject.shellWord)"), to: &out)
      say(
        pen("  For bpftrace and its like: install systemtap-sdt-dev, remove .build, build again."), to: &out)
    } else {
      let names = ProbeInventory.ownProviders.sorted().joined(separator: ", ")
      say(pen("No probes in \(place)."), to: &out)
      say(pen("  looked for: notes of \(names) in section .note.stapsdt"), to: &out)
      say(
        pen("  likely: it does not link Signals, or llvm-strip -s removed them (GNU strip keeps them)."),
        to: &out)
    }
  }

  private func say(_ line: Line, to out: inout some TextOutputStream) {
    line.write(on: pen.page, to: &out)
  }

  private func plural(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
  }

  /// A path as a part of a bpftrace probe: in quotes where it holds what the language would read otherwise.
  private static func bpftracePath(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      switch UnicodeScalar(byte) {
      case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "_", "-", "+": true
      default: false
      }
    }
    return isPlain ? path : "\"\(path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

import Glibc
import ProcessInspection
import TraceAnalysis

extension LivingProcess {
  /// Looks into the core file of a process that has crashed.
  init(core path: String) throws(CommandFailure) {
    let core: CoreFile
    do {
      core = try CoreFile(path: path)
    } catch {
      throw CommandFailure(Self.explanation(error, path.shellWord), status: ExitStatus.unreadableInput)
    }
    let reading = core.read()
    guard reading.table.runtimes > 0 else {
      throw CommandFailure(
        Self.absence(of: reading, in: core, path.shellWord), status: ExitStatus.unreadableInput)
    }
    self.init(
      pid_t(clamping: core.process), core.program, reading.table, at: core.modified,
      remarks: Self.remarks(on: reading, in: core))
  }

  private static func remarks(on reading: CoreReading, in core: CoreFile) -> [String] {
    let subscriptions = reading.table.subscriptions
    var remarks: [String] = []
    if core.missing > 0 {
      remarks.append("the core is cut off: \(rest(of: core)); subscriptions may be missing")
    }
    if reading.table.lost > 0 {
      remarks.append(
        "up to \(plural(reading.table.lost, "subscription")) missing: the core lacks parts of the table")
    }
    let nameless = subscriptions.count { $0.operatorName.isEmpty || $0.file.isEmpty }
    if nameless > 0 {
      let files = reading.unusedFiles.map { "\n  \(words(on: $0))" }.joined()
      remarks.append(
        "\(plural(nameless, "subscription")) without an operator or a file: the core lacks these texts"
          + files)
    }
    if !reading.table.hasTimes {
      remarks.append(
        "ages are unknown: the process counted cycles of its processor, whose length is not known here")
    } else if !subscriptions.isEmpty {
      remarks.append("ages end when the newest subscription began: a core does not say when it was written")
    }
    return remarks
  }

  private static func rest(of core: CoreFile) -> String {
    let (whole, overflow) = core.size.addingReportingOverflow(core.missing)
    return "it has \(ByteCount(bytes: core.size)) of \(ByteCount(bytes: overflow ? .max : whole))"
  }

  private static func words(on file: CoreFileProvider.Unused) -> String {
    let path = file.path.shellWord
    return switch file.reason {
    case .unreadable(let error): "not read: \(path): \(error)"
    case .another: "not read: \(path), which is another file now than the process had"
    case .notCompared:
      "not read: \(path): the core lacks its first page, which tells whether it is the file that the process had"
    }
  }

  /// Why there is no table.
  private static func absence(of reading: CoreReading, in core: CoreFile, _ path: String) -> String {
    if reading.layout == 1 { return "the table in \(path) is damaged: no table has records of such a length" }
    if let layout = reading.layout {
      return """
        the table in \(path) has the form \(layout), which this version does not know
          use the rxtrace that belongs to the program's version of Signals
        """
    }
    let isTableLost = core.lacksTable || reading.namesHead
    if core.missing > 0, isTableLost || !core.listsFiles {
      return """
        \(path) is cut off, and lacks the table of living subscriptions: \(rest(of: core))
          likely: a limit or a full disk; before the program starts: ulimit -c unlimited
        """
    }
    if isTableLost {
      return """
        \(path) lacks the memory with the table of living subscriptions: it was left out when the core was written
          for the next one, while the process runs: echo 0x3f > /proc/PID/coredump_filter
          or before it starts, in its shell: echo 0x3f > /proc/self/coredump_filter
        """
    }
    guard core.listsFiles else {
      return """
        \(path) does not list the mapped files (NT_FILE), among which the table of living subscriptions is found
          take a core of the kernel's, or of gcore
        """
    }
    let program = core.program.isEmpty ? "the program" : core.program.shellWord
    let unread = reading.unusedFiles.first { $0.path == core.program }
      .map { "\n  \(words(on: $0))" }
    let cut = core.missing > 0 ? "\n  it is cut off: \(rest(of: core))" : ""
    return """
      \(path) has no table of living subscriptions
        looked for: the mapped file rxtrace, and the note .note.rxtrace in \(program) and the libraries that it had mapped
        likely: it does not use Signals, or a version from before the table could be read from outside\(unread ?? "")\(cut)
      """
  }

  private static func explanation(_ error: CoreError, _ path: String) -> String {
    switch error {
    case .unreadable(let error) where error.code == EINVAL:
      "cannot read \(path): it is no ordinary file; name a core file"
    case .unreadable(let error) where error.code == EISDIR:
      "cannot read \(path): it is a folder; name a core file in it"
    case .unreadable(let error): "cannot read \(path): \(error)"
    case .compressed(let command): "\(path) is compressed; unpack it first: \(command) \(path)"
    case .notELF:
      """
      \(path) is no core file (no ELF file); /proc/sys/kernel/core_pattern says where the kernel puts cores
        where that names systemd-coredump: coredumpctl -o core dump PID
      """
    case .notCore:
      "\(path) is no core file but a program, a library or an object; name the core that a program left"
    case .narrow: "\(path) is of a program with 32 bits; name a core of x86-64 or arm64"
    case .otherByteOrder: "\(path) is of a machine with another byte order; name a core of x86-64 or arm64"
    case .otherProcessor(let number):
      "\(path) is of another processor (number \(number)); name a core of x86-64 or arm64"
    case .cut:
      "\(path) ends before its own headers say; copy it again, or set ulimit -c unlimited for the next one"
    case .damaged(let how): "\(path) is damaged: \(how); copy it again"
    }
  }
}

import ProcessInspection

/// Lines for a shell, one for each tracer, that show the probes of one file while they fire.
struct TracerCommands {
  /// The file, as the process names it.
  var path: String
  /// Whether other providers than our own are meant as well.
  var all: Bool
  /// Nil for every process that runs the file.
  var process: TracedProcess?
  /// Where the kernel keeps the file of a process that has no name any more; nil for a file that has one.
  var deletedFile: String?

  /// One for each tracer that can attach to the file.
  var lines: [String] { deletedFile == nil ? [bpftrace, systemTap, perf] : [bpftrace] }

  /// All of ours, and none of anybody else's, begin with these letters.
  private var pattern: String { all ? "*" : "rac*" }

  private var file: String { process?.reach(path) ?? path }

  /// Counts firings by probe.
  var bpftrace: String {
    if let deletedFile {
      // Given a process, bpftrace finds no probes of such a file.
      let filter = process.map { "/pid == \($0.pid)/ " } ?? ""
      let script = "usdt:\(Self.bpftracePath(deletedFile)):\(pattern):* \(filter){ @[probe] = count(); }"
      return "bpftrace -e \(script.shellWord)"
    }
    let target = process.map { "-p \($0.pid) " } ?? ""
    // Given a process, bpftrace looks for the path where that process would.
    let script = "usdt:\(Self.bpftracePath(path)):\(pattern):* { @[probe] = count(); }"
    return "bpftrace \(target)-e \(script.shellWord)"
  }

  /// Prints each firing with its numbers.
  var systemTap: String {
    let target = process.map { "-x \($0.pid) " } ?? ""
    let action = #"printf("%s %s\n", $$name, $$parms)"#
    let body = process == nil ? action : "if (pid() == target()) \(action)"
    let place = "process(\(Self.quoted(file))).provider(\(Self.quoted(pattern))).mark(\"*\")"
    return "stap \(target)-e \("probe \(place) { \(body) }".shellWord)"
  }

  /// Counts firings by probe. perf knows of a file's probes when it has seen the file, and no copy of it
  /// before.
  var perf: String {
    let word = file.shellWord, events = "sdt_\(pattern):*".shellWord
    let target = process.map { "-p \($0.pid)" } ?? "-a"
    return
      "perf buildid-cache -r \(word) -a \(word); perf probe -q -x \(word) --add \(events); perf stat -e \(events) \(target)"
  }

  /// A path as a part of a bpftrace probe: in quotes where it holds what the language would read otherwise.
  private static func bpftracePath(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      switch UnicodeScalar(byte) {
      case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "_", "-", "+": true
      default: false
      }
    }
    return isPlain ? path : quoted(path)
  }

  /// A text of bpftrace's and of SystemTap's language.
  private static func quoted(_ text: String) -> String {
    "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}

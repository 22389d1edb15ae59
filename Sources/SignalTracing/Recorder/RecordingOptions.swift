import Glibc
import TraceFormat

/// What is to be recorded, and where.
struct RecordingOptions {
  /// Names to try, the best one first; made absolute. The first that nobody has is taken.
  var paths: [String]
  /// Whether a file of the first name is replaced by a new one.
  var replaces = false
  /// How many bytes of a value's description are kept; nil for no values at all.
  var valueLimit: UInt32?
  /// Records are given up when the file has this size, values some time before.
  var maximumSize = UInt64.max
  /// Whether the command line is kept, and not only the program's name.
  var keepsArguments = false
  /// Whether threads wait for a slow disk, and not give records up after a moment.
  var waits = false
  var isFromEnvironment = false
  /// Whether the first name is always that of the latest recording: an older one gets another name, and a line on standard
  /// error tells which file is written.
  var hasLatestName = false

  /// A longer description would not fit into a chunk beside others.
  static let longestValue: UInt32 = 16_384

  /// Values leave a quarter of the size to everything else, a mebibyte at most.
  var valuesLimit: UInt64 {
    maximumSize == .max ? .max : maximumSize - min(maximumSize / 4, 1 << 20)
  }

  /// What `RXTRACE` and its companions ask for; nil for nothing.
  ///
  /// `RXTRACE=app.rxtrace`: the latest recording has this name. An older one is called after the time of its last write
  /// from then on; while its process records still, this one writes to `app.PID.rxtrace`. `RXTRACE=file:/app.rxtrace`,
  /// the tool's spelling: the first process has the name, others write to `app.PID.rxtrace`. `RXTRACE=1`:
  /// `NAME.PID.rxtrace` in the current folder. `RXTRACE_VALUES=LENGTH` for values, `RXTRACE_MAX_SIZE=BYTES`
  /// for a limit, `RXTRACE_ARGUMENTS=1` for the command line, `RXTRACE_WAIT=1` to wait for a slow disk.
  static func fromEnvironment(_ variable: (String) -> String?, program: String, processID: Int32)
    -> RecordingOptions?
  {
    guard let target = variable("RXTRACE"), !target.isEmpty, target != "0" else { return nil }
    let isFromTool = target.hasPrefix("file:")
    var path = isFromTool ? String(target.dropFirst(5)) : target
    if target == "1" {
      let name = program.split(separator: "/").last.map(String.init) ?? "program"
      path = "\(name).\(processID).rxtrace"
    }
    guard !path.isEmpty else { return nil }
    let words =
      (target == "1" ? [] : ["\(processID)"]) + (2...9).map { target == "1" ? "\($0)" : "\(processID).\($0)" }
    var options = RecordingOptions(paths: [path] + words.map { RecordingName.beside(path, $0) })
    options.isFromEnvironment = true
    options.hasLatestName = !isFromTool
    if let length = variable("RXTRACE_VALUES").flatMap(UInt32.init), length > 0 {
      options.valueLimit = min(length, longestValue)
    }
    if let size = variable("RXTRACE_MAX_SIZE").flatMap(UInt64.init) { options.maximumSize = size }
    options.keepsArguments = variable("RXTRACE_ARGUMENTS") == "1"
    options.waits = variable("RXTRACE_WAIT") == "1"
    return options
  }
}

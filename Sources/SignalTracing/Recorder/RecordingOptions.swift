import CRecorder
import CSignalProbes
import Glibc
import TraceFormat

/// Options of a recording: its events, and where it goes.
struct RecordingOptions {
  /// Names to try, the best name first; made absolute. The first free name is taken.
  var paths: [String]
  /// Whether a file of the first name is replaced by a new one.
  var replaces = false
  /// The number of bytes of a value's description that are kept; nil if no values are recorded.
  var valueLimit: UInt32?
  /// The file's greatest size. Records beyond it are given up; values are given up earlier.
  var maximumSize = UInt64.max
  /// Whether the command line is kept, and not only the program's name.
  var keepsArguments = false
  /// The expressions to leave out of the program's texts; nil for none.
  var redaction: Redaction?
  /// Whether only beginnings and ends of subscriptions are recorded, and no value's time.
  var leavesValuesOut = false
  /// The labels of the recording.
  var labels: [RecordingHeader.Label] = []
  /// Whether threads wait for a slow disk, instead of giving records up after a moment.
  var waits = false
  var isFromEnvironment = false
  /// Whether the latest recording always has the first name. An older recording then gets another name, and a
  /// line on standard error says which file is written.
  var hasLatestName = false
  /// Lines about settings in the environment that are wrong, with the text to type instead.
  var complaints: [String] = []

  /// A longer description would not fit into a chunk beside others.
  static let longestValue: UInt32 = 16_384

  /// Values leave a quarter of the size to everything else, a mebibyte at most.
  var valuesLimit: UInt64 {
    maximumSize == .max ? .max : maximumSize - min(maximumSize / 4, 1 << 20)
  }

  /// The options that `RXTRACE` and its companions ask for; nil for no recording.
  ///
  /// - `RXTRACE=app.rxtrace`: the latest recording has this name. An older recording is renamed after the
  ///   time of its last write; while its process still records, the new recording goes to `app.PID.rxtrace`.
  /// - `RXTRACE=file:/app.rxtrace`, the tool's spelling: the first process has the name, others write to
  ///   `app.PID.rxtrace`.
  /// - `RXTRACE=1`: `NAME.PID.rxtrace` in the current folder.
  /// - `RXTRACE_VALUES=LENGTH` records values, and cuts each after this number of bytes.
  /// - `RXTRACE_MAX_SIZE=BYTES` limits the size of the file.
  /// - `RXTRACE_ARGUMENTS=1` records the command line.
  /// - `RXTRACE_REDACT=REGEX` leaves matching parts out of these texts and all others: one regular expression
  ///   a line.
  /// - `RXTRACE_WAIT=1` waits for a slow disk.
  /// - `RXTRACE_EVENTS=lives` leaves the times of values out; `all` is as if it were not there.
  /// - `RXTRACE_LABELS=region=eu,version=2.4` sets labels. If the text has line ends, each line is one label.
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
    func given<Choice>(_ name: String, _ choice: (String) -> Choice?, otherwise: String) -> Choice? {
      guard let word = variable(name), !word.isEmpty else { return nil }
      let known = choice(word)
      if known == nil { options.complaints.append("\(name)=\(word.prefix(80)) is not known: \(otherwise)") }
      return known
    }
    let length = given(
      "RXTRACE_VALUES", UInt32.init,
      otherwise: "no values are recorded; type RXTRACE_VALUES=80 for 80 bytes of each")
    if let length, length > 0 { options.valueLimit = min(length, longestValue) }
    let size = given(
      "RXTRACE_MAX_SIZE", UInt64.init,
      otherwise: "the file may grow; type RXTRACE_MAX_SIZE=100000000 for 100 megabytes")
    if let size { options.maximumSize = size }
    options.keepsArguments = variable("RXTRACE_ARGUMENTS") == "1"
    let lives = given(
      "RXTRACE_EVENTS", { ["lives": true, "all": false][$0] },
      otherwise: "all events are recorded; type RXTRACE_EVENTS=lives to leave out the values' times")
    options.leavesValuesOut = lives == true
    if options.leavesValuesOut { options.valueLimit = nil }
    if let labels = variable("RXTRACE_LABELS") {
      options.labels = labels.split(separator: labels.contains("\n") ? "\n" : ",").map { .init($0) }
        .filter { !$0.name.isEmpty }
    }
    options.waits = variable("RXTRACE_WAIT") == "1"
    // This comes last: it may undo other settings.
    options.redact(lines: variable("RXTRACE_REDACT") ?? "")
    return options
  }

  /// The options of a recording that an observer asks for. `RXTRACE_REDACT` in the environment holds for it,
  /// too.
  static func asked(_ request: rx_request, in folder: String, processID: Int32) -> RecordingOptions {
    let path = "\(folder)/rxtrace.\(processID).rxtrace"
    var options = RecordingOptions(
      paths: [path] + (2...99).map { RecordingName.beside(path, "\($0)") })
    options.leavesValuesOut = request.leaves_values_out != 0
    if request.value_limit > 0, !options.leavesValuesOut {
      options.valueLimit = min(request.value_limit, longestValue)
    }
    if request.maximum_size > 0 { options.maximumSize = request.maximum_size }
    options.redact(lines: rx_environment("RXTRACE_REDACT").map { String(cString: $0) } ?? "")
    return options
  }

  /// If a line is no regular expression, no text that it could apply to is recorded. The message does not
  /// repeat the line, which may contain the secret itself.
  private mutating func redact(lines: String) {
    let patterns = lines.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.element.isEmpty }
    guard !patterns.isEmpty else { return }
    do throws(Redaction.Problem) {
      redaction = try Redaction(patterns.map { String($0.element) })
    } catch {
      redaction = .everything
      valueLimit = nil
      keepsArguments = false
      complaints.append(
        "line \(patterns[error.number - 1].offset + 1) of RXTRACE_REDACT is no regular expression (\(error.reason)): no values and no arguments are "
          + "recorded, and of errors, labels and marks only ***; type RXTRACE_REDACT='token=\\S+', one a line"
      )
    }
  }
}

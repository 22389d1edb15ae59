import Glibc
import ProcessInspection
import TraceAnalysis
import TraceFormat

/// The expressions to leave out of a mark's text: those of the recording, and the ones named besides.
///
/// A recording says how many expressions there were, and not which: these may tell what they hide.
struct MarkRedaction {
  private let redaction: Redaction?

  /// - Parameter typed: expressions, each checked before.
  init(_ typed: [String], of recording: MarkedRecording) throws(CommandFailure) {
    let header = recording.header
    if header.redactions == 0 {
      redaction = .everything
      return
    }
    var patterns = Self.lines(RedactOption.variable(typed))
    let wanted = Int(clamping: header.redactions ?? 0)
    if patterns.count < wanted { patterns += Self.ofProgram(recording.process) }
    guard patterns.count >= wanted else {
      throw CommandFailure(
        "cannot mark \(recording.path.shellWord): matches of \(plural(wanted, "expression")) were left out of it, and "
          + "\(patterns.isEmpty ? "none" : "\(patterns.count)") of them is known here; "
          + "type each: --redact 'token=\\S+', or set RXTRACE_REDACT", status: ExitStatus.usage)
    }
    do {
      redaction = patterns.isEmpty ? nil : try Redaction(patterns)
    } catch {
      throw CommandFailure(
        "cannot mark \(recording.path.shellWord): line \(error.number) of RXTRACE_REDACT is no regular expression: "
          + "\(error.reason)", status: ExitStatus.usage)
    }
  }

  func text(_ text: String) -> String { redaction?.redacted(text) ?? text }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init)
  }

  /// The expressions that the program was started with; none where it is gone, or not to be looked at.
  private static func ofProgram(_ process: RunningProcess?) -> [String] {
    guard let process, let variables = try? ProcFile.bytes(of: "/proc/\(process.pid)/environ"),
      !process.isGone
    else { return [] }
    let name = Array("RXTRACE_REDACT=".utf8)
    guard let variable = variables.split(separator: 0).first(where: { $0.starts(with: name) }) else {
      return []
    }
    return lines(String(decoding: variable.dropFirst(name.count), as: UTF8.self))
  }
}

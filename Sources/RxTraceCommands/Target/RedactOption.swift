import ArgumentParser
import TraceFormat

/// Expressions to leave out of a recording's texts: `--redact 'token=\S+'`.
enum RedactOption {
  static func check(_ pattern: String) throws {
    guard !pattern.contains(where: \.isNewline) else {
      throw ValidationError("--redact takes one line; for its end, type \\n.")
    }
    do {
      _ = try Redaction([pattern])
    } catch {
      throw ValidationError(
        "--redact: '\(pattern.visible)' is no regular expression: \(error.reason); type one such as 'token=\\S+'."
      )
    }
  }

  /// As the runtime reads them from `RXTRACE_REDACT`; those that are there already stay.
  static func variable(_ patterns: [String]) -> String {
    let inherited = (Environment.current["RXTRACE_REDACT"] ?? "").split(separator: "\n").map(String.init)
    return (inherited + patterns).joined(separator: "\n")
  }
}

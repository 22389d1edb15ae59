import ArgumentParser
import TraceFormat

/// The labels of a recording: `--label region=eu`.
enum LabelOption {
  static func label(_ text: String) throws -> RecordingHeader.Label {
    let label = RecordingHeader.Label(text)
    guard text.contains("="), !label.name.isEmpty, !text.contains("\n") else {
      throw ValidationError("'\(text.visible)' is no label; type it as region=eu.")
    }
    return label
  }

  /// As the runtime reads them from `RXTRACE_LABELS`; those that are there already stay.
  static func variable(_ labels: [RecordingHeader.Label]) -> String {
    let inherited = Environment.current["RXTRACE_LABELS"] ?? ""
    let before = inherited.split(separator: inherited.contains("\n") ? "\n" : ",").map(String.init)
    return (before + labels.map(\.text)).map { $0 + "\n" }.joined()
  }
}

import TraceFormat

/// The line that says that not all of a recording can be read.
struct DamageWarning {
  let text: String

  /// Nil for a recording of which nothing is missing on account of damage.
  init?(_ recording: Recording) {
    let harmful = recording.damage.filter { !$0.isHarmless }
    guard let first = harmful.first else { return nil }
    let isStream = recording.path.isEmpty
    let hint = isStream ? "" : ": rxtrace info \(recording.path.shellWord)"
    let more = harmful.count > 1 ? "; \(harmful.count - 1) more\(hint)" : ""
    text =
      "warning: \(isStream ? "standard input" : recording.path.visible) is read as far as it goes: \(first)\(more)"
  }
}

import TraceAnalysis

/// Changes of sources, as `patch` and `git apply` read them. Lines that begin with `#` say what they are for.
struct Patch {
  let text: String

  /// Whether there is no change in it, but only the reasons for that.
  var isEmpty: Bool { !text.split(separator: "\n").contains { $0.hasPrefix("+++ ") } }

  /// Why a leak has no patch: its place, and a sentence.
  var refusals: [String] {
    let lines = text.split(separator: "\n")
    return lines.indices.dropFirst().compactMap { index in
      guard lines[index].hasPrefix(Self.refusal), lines[index - 1].hasPrefix("# ") else { return nil }
      // `# A  likely  Session.swift:45  b71e04`.
      let title = lines[index - 1].dropFirst(2).split(separator: " ").prefix(3).joined(separator: " ")
      return "\(title): \(lines[index].dropFirst(2))".visible
    }
  }

  private static let refusal = "# no patch"

  /// Writes it to a file, and says how to apply it; or says for each of so many leaks why there is none.
  func write(to path: String, leaks: Int) throws(CommandFailure) {
    let refusals = self.refusals
    if isEmpty {
      for refusal in refusals { Output.note(refusal) }
      return Output.note("no leak has a patch: \(path.shellWord) is not written")
    }
    try OutputFile(path: path).write(text)
    let patched = max(leaks - refusals.count, 1)
    let count = patched == leaks ? plural(leaks, "leak") : "\(patched) of \(plural(leaks, "leak"))"
    Output.note("\(path.visible) has a patch for \(count); to apply it: patch -p1 < \(path.shellWord)")
  }
}

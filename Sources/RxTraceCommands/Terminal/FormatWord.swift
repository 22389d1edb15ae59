import ArgumentParser

/// `--json`, as other tools have it, on every verb that answers in JSON.
enum FormatWord {
  /// `arguments` with `--json` written as `--format json`, where the verb has that, and as `--to jsonl` for
  /// `export`.
  static func spelledOut(_ arguments: [String]) -> [String] {
    let own = arguments.prefix { $0 != "--" }
    guard let verb = own.first, own.contains("--json") else { return arguments }
    let word: String
    if verb == Export._commandName {
      word = "--form=jsonl"
    } else if Configuration.options(of: verb).contains("format") {
      word = "--format=json"
    } else {
      return arguments
    }
    return own.map { $0 == "--json" ? word : $0 } + arguments.dropFirst(own.count)
  }
}

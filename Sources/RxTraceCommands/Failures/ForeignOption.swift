import ArgumentParser

/// Options that other tools have and this one answers otherwise: what to type instead.
enum ForeignOption {
  private static let whenRecording: [(names: Set<String>, words: String)] = [
    (
      ["--ring"],
      "a recording is not a ring; --max-size SIZE bounds it: beginnings and ends are kept when values no longer fit"
    ),
    (
      ["--stacks"],
      "each subscription has its call site instead of a stack; for stacks take bpftrace's ustack() at a probe: rxtrace probes PROGRAM"
    ),
    (
      ["--filter"],
      "everything is recorded, and filtered as it is read: --name, --site, --where; --lives leaves out the values"
    ),
    (
      ["--pid", "-p"],
      "a process that runs already is not recorded from outside: rxtrace leaks --pid PID judges it, rxtrace snapshot --pid PID "
        + "shows its living subscriptions, and bpftrace's lines become a recording: rxtrace probes --pid PID, rxtrace import"
    ),
    (
      ["--events", "-e"],
      "every kind of event is recorded; --lives leaves out the values, rxtrace events --kind chooses as it is read"
    ),
    (["--buffer"], "buffers grow as they have to; --wait waits for a slow disk, --max-size bounds the file"),
    (
      ["--compress", "--no-compress"],
      "recordings are written as they are, and read from standard input: zstd -dc app.rxtrace.zst | rxtrace leaks -"
    ),
    (["--follow-fork"], "children are recorded without being asked for, each to app.PID.rxtrace"),
    (["--snapshot-on"], "living subscriptions can be seen at any moment: rxtrace snapshot --pid PID"),
  ]

  private static let whenReading: [(names: Set<String>, words: String)] = [
    (
      ["--framework"],
      "call sites are the program's own lines: there are no frames of the library that could be shown"
    ),
    (["--json"], "it writes no JSON"),
  ]

  /// The line about the first such option in `arguments`; nil where there is none.
  static func explanation(in arguments: [String]) -> String? {
    guard let verb = arguments.first, RxTrace.verbs.contains(verb) else { return nil }
    let table = (verb == Record._commandName ? whenRecording : []) + whenReading
    let typed = arguments.prefix { $0 != "--" }.dropFirst().map { String($0.prefix { $0 != "=" }) }
    for word in typed where word.hasPrefix("-") {
      guard let known = table.first(where: { $0.names.contains(word) }) else { continue }
      if word.hasPrefix("--"), Configuration.options(of: verb).contains(String(word.dropFirst(2))) {
        continue
      }
      return "\(verb) has no \(word): \(known.words)."
    }
    return nil
  }
}

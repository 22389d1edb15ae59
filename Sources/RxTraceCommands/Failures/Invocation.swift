import ArgumentParser

/// One call of the tool.
package enum Invocation {
  /// Does what `arguments` (without the program's name) ask for, and returns the status to end with.
  ///
  /// The answer goes to standard output; everything else, each failure as one line that starts with `rxtrace:
  /// `, to standard error.
  package static func run(_ arguments: [String]) -> Int32 {
    do {
      let status = try answer(RxTrace.withVerbSpelledOut(arguments))
      Pager.finish()
      if hasRun(arguments) { StagingSweep.run() }
      return status
    } catch {
      Pager.finish()
      if hasRun(arguments) { StagingSweep.run() }
      Output.note(error.message)
      return error.status
    }
  }

  /// Whether a command was run, and not only spoken of.
  private static func hasRun(_ arguments: [String]) -> Bool {
    arguments.first.map { !$0.hasPrefix("-") && $0 != "help" } == true && !asksForHelp(arguments)
  }

  private static func answer(_ arguments: [String]) throws(CommandFailure) -> Int32 {
    try rejectUnknownVerb(arguments)
    try rejectNothingNamed(arguments)
    if arguments == ["--print-config"] {
      try Output.answer(Configuration().text)
      return ExitStatus.success
    }
    let arguments = asksForHelp(arguments) ? arguments : try Configuration().applied(to: arguments)
    do {
      let spelled = ProgramOption.spelledOut(
        Export.withFormSpelledOut(
          Record.withValuesSpelledOut(
            FormatWord.spelledOut(VerdictOptions.withBetweenSpelledOut(arguments)))))
      if let words = ForeignOption.explanation(in: spelled) { throw misuse(words, verb: arguments.first) }
      var command = try RxTrace.parseAsRoot(spelled)
      if (command as? any PagedCommand)?.usesPager == true { Pager.want() }
      try command.run()
      return ExitStatus.success
    } catch let failure as CommandFailure {
      throw failure
    } catch let status as ExitCode {
      return status.rawValue
    } catch {
      // `--help`, `--version`, a completion script: what was asked for, not a failure.
      guard RxTrace.exitCode(for: error) != .success else {
        try Output.answer(RxTrace.fullMessage(for: error) + "\n")
        return ExitStatus.success
      }
      throw misuse(RxTrace.message(for: error), verb: arguments.first)
    }
  }

  /// A user with a file that cannot be read gets help all the same.
  private static func asksForHelp(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains { ["-h", "--help", "help", "--version"].contains($0) }
  }

  private static func rejectUnknownVerb(_ arguments: [String]) throws(CommandFailure) {
    // The subject of `help` is a verb as well.
    let words = arguments.first == "help" ? arguments.dropFirst() : arguments[...]
    guard let word = words.first, !word.hasPrefix("-"), !RxTrace.verbs.contains(word) else { return }
    let hint =
      Suggestion.nearest(to: word, among: RxTrace.verbs + RxTrace.aliases.keys).map {
        "did you mean `rxtrace \($0)`?"
      }
      ?? "`rxtrace help` lists the commands."
    throw CommandFailure("there is no command \(word.shellWord); \(hint)", status: ExitStatus.usage)
  }

  /// A script whose variable is empty shall not be told of another recording than the one that it means.
  private static func rejectNothingNamed(_ arguments: [String]) throws(CommandFailure) {
    guard let verb = arguments.first, arguments.firstIndex(of: "--") == arguments.count - 1 else { return }
    let runs = ProgramOption.verbs.contains(verb) || verb == Record._commandName
    throw misuse(
      runs
        ? "Name the program to run after `--`: rxtrace \(verb) -- ./app --its --options."
        : "Nothing follows `--`; name a recording.", verb: verb)
  }

  private static func misuse(_ message: String, verb: String?) -> CommandFailure {
    let help = verb.flatMap { RxTrace.verbs.contains($0) ? "rxtrace help \($0)" : nil } ?? "rxtrace help"
    var text = message.isEmpty ? "the command line makes no sense." : message
    text = text.replacing("Error: ", with: "", maxReplacements: 1)
    return CommandFailure("\(text)\n  options and examples: \(help)", status: ExitStatus.usage)
  }
}

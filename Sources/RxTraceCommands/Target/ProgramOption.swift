import ArgumentParser

/// A program to run, on a verb that otherwise reads recordings: `rxtrace check -- ./app --its --options`.
///
/// The words after `--` cannot be a second list of words beside the recordings. So each of them becomes an
/// option.
struct ProgramOption: ParsableArguments {
  @Option(name: .customLong(Self.name), help: .hidden, transform: { String($0.dropFirst()) })
  var words: [String] = []

  private static let name = "program-word"
  static let verbs: Set<String> = [Check._commandName, Fix._commandName, Live._commandName]

  /// `arguments` with each word after `--` written as an option; behind a colon, for a word may be empty.
  static func spelledOut(_ arguments: [String]) -> [String] {
    guard let verb = arguments.first, verbs.contains(verb), let end = arguments.firstIndex(of: "--") else {
      return arguments
    }
    return arguments[..<end] + arguments[(end + 1)...].map { "--\(name)=:\($0)" }
  }

  /// Throws where both a program and recordings are named.
  func validate(besides files: [String]) throws {
    if !words.isEmpty, !files.isEmpty {
      throw ValidationError("Name recordings, or a program after `--`, not both.")
    }
  }
}

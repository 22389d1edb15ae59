import ArgumentParser
import Glibc
import ProcessInspection

/// Permanent settings, from the user's file and from the folder's. The folder's comes second and wins.
///
/// A file of another user's, or in a folder of another user's, is not read, and a line says so. Settings
/// change only the look and the judgement of answers, never files or programs.
struct Configuration {
  struct Source {
    let path: String
    let settings: [ConfigurationFile.Setting]
  }

  let sources: [Source]

  /// The possible settings. Each is an option of some verbs.
  static let keys = [
    "all", "baseline", "charset", "color", "dedupe", "depth", "every", "format", "full", "group", "last",
    "link-format", "max", "max-nodes", "min-confidence", "pager", "rounds", "settle", "sort", "source",
    "source-root", "strict", "suspects", "view", "width",
  ]

  init(environment: Environment = .current) throws(CommandFailure) {
    let home = environment["XDG_CONFIG_HOME"] ?? environment["HOME"].map { $0 + "/.config" }
    var sources: [Source] = []
    for path in [home.map { $0 + "/rxtrace/config.toml" }, ".rxtrace.toml"].compactMap({ $0 }) {
      if let source = try Self.source(path) { sources.append(source) }
    }
    self.sources = sources
  }

  private static func source(_ path: String) throws(CommandFailure) -> Source? {
    guard access(path, F_OK) == 0 else { return nil }
    if let owner = stranger(path) {
      Output.note(
        "\(path.visible) is not read: it, or its folder, belongs to another user (\(owner)); copy the settings that you trust to "
          + "~/.config/rxtrace/config.toml")
      return nil
    }
    let text: String
    do {
      let file = try FileBytes(path: path)
      guard let bytes = file.read(at: 0, count: file.size) else { throw SystemError(EFBIG) }
      text = String(decoding: bytes, as: UTF8.self)
    } catch {
      throw CommandFailure("cannot read \(path.shellWord): \(error)", status: ExitStatus.unreadableInput)
    }
    let settings: [ConfigurationFile.Setting]
    do {
      settings = try ConfigurationFile(text).settings
    } catch {
      throw CommandFailure(
        "\(path.shellWord) line \(error.line): \(error.words)", status: ExitStatus.usage)
    }
    for setting in settings {
      if let words = problem(with: setting) {
        throw CommandFailure("\(path.shellWord) line \(setting.line): \(words)", status: ExitStatus.usage)
      }
    }
    return Source(path: path, settings: settings)
  }

  /// The user, neither this one nor root, whose file, link or folder it is; nil for nobody.
  private static func stranger(_ path: String) -> UInt32? {
    for (path, followsLink) in [(PathParts(path).folder, true), (path, false), (path, true)] {
      var status = stat()
      guard (followsLink ? stat(path, &status) : lstat(path, &status)) == 0 else { continue }
      if status.st_uid != geteuid(), status.st_uid != 0 { return status.st_uid }
    }
    return nil
  }

  private static func problem(with setting: ConfigurationFile.Setting) -> String? {
    if let verb = setting.verb, !RxTrace.verbs.contains(verb) {
      return "there is no command \(verb.visible)"
    }
    guard keys.contains(setting.key) else {
      let meant = Suggestion.nearest(to: setting.key, among: keys).map { "; did you mean \($0)?" } ?? ""
      return "\(setting.key.visible) cannot be set\(meant)"
    }
    guard let verb = setting.verb, !options(of: verb).contains(setting.key) else { return nil }
    return "\(verb) has no option --\(setting.key)"
  }

  /// `arguments` with the options that are set and were not typed, after the verb.
  func applied(to arguments: [String]) -> [String] {
    guard let verb = arguments.first, RxTrace.verbs.contains(verb), verb != "help" else { return arguments }
    var options = Self.options(of: verb)
    if verb == Leaks._commandName, LeaksOfProcess.isAsked(in: arguments) {
      options.formIntersection(LeaksOfProcess.settings)
    }
    let typed = Set(
      arguments.prefix { $0 != "--" }.compactMap { word -> Substring? in
        guard word.hasPrefix("--") else { return nil }
        let name = word.dropFirst(2).prefix { $0 != "=" }
        return Self.option(name.hasPrefix("no-") ? name.dropFirst(3) : name)
      })
    var chosen: [String: ConfigurationFile.Setting.Value] = [:]
    for source in sources {
      // A setting for one verb counts more than one for all.
      for isOwn in [false, true] {
        for setting in source.settings
        where setting.verb == (isOwn ? verb : nil) && options.contains(setting.key)
          && (isOwn || Self.isForAll(setting.key, verb))
          && !typed.contains(Self.option(setting.key[...]))
        {
          chosen[String(Self.option(setting.key[...]))] = setting.value
        }
      }
    }
    let words = chosen.sorted { $0.key < $1.key }.compactMap { key, value -> String? in
      switch value {
      case .text(let text): "--\(key)=\(text)"
      case .flag(true): "--\(key)"
      case .flag(false): options.contains("no-\(key)") ? "--no-\(key)" : nil
      }
    }
    return [verb] + words + arguments.dropFirst()
  }

  /// The option that has this name: a second name of one sets no second option.
  private static func option(_ name: Substring) -> Substring { name == "source-root" ? "source" : name }

  /// `leaks` groups by other things than the tables do: a setting that is made for the tables is not for it.
  private static func isForAll(_ key: String, _ verb: String) -> Bool {
    key != "group" || verb != Leaks._commandName
  }

  /// The names of a verb's long options.
  static func options(of verb: String) -> Set<String> {
    guard let command = RxTrace.configuration.subcommands.first(where: { $0._commandName == verb }) else {
      return []
    }
    var names = Set<String>()
    for line in command.helpMessage(columns: 10_000).split(separator: "\n") {
      // `  -o, --output <file>     What it is for`: other lines mention options, these declare them.
      let label = line.drop { $0 == " " }
      guard label.hasPrefix("-") else { continue }
      let end = label.firstRange(of: "  ")?.lowerBound ?? label.endIndex
      names.formUnion(label[..<end].matches(of: #/--([a-z][a-z-]*)/#).map { String($0.output.1) })
    }
    return names
  }

  /// The text of `--print-config`: the files, and the possible settings.
  var text: String {
    var text = ""
    for source in sources {
      text += "# \(source.path.visible)\n"
      var verb: String?
      for setting in source.settings {
        if setting.verb != verb { text += "[\(setting.verb ?? "")]\n" }
        verb = setting.verb
        switch setting.value {
        case .text(let value): text += "\(setting.key) = \(Self.quoted(value))\n"
        case .flag(let flag): text += "\(setting.key) = \(flag)\n"
        }
      }
      text += "\n"
    }
    if sources.isEmpty {
      text += "# nothing is set: there is neither ~/.config/rxtrace/config.toml nor ./.rxtrace.toml\n"
    }
    return text
      + "# may be set, for all commands or below [leaks], [render], …: \(Self.keys.joined(separator: ", "))\n"
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").visible + "\""
  }
}

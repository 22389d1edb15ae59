import ArgumentParser
import TraceFormat

/// The tool. Each verb is a file in `Commands/`.
struct RxTrace: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rxtrace",
    abstract: "Record a program's reactive subscriptions; see which are alive, since when, and why.",
    discussion: """
      rxtrace record -o app.rxtrace -- ./app   run a program and record it
      rxtrace leaks app.rxtrace                subscriptions that should have ended
      rxtrace explain handleForgotten          a verdict or a check, and the reasons for it
      rxtrace render app.rxtrace               subscriptions as trees, from root to source
      rxtrace stats app.rxtrace                counts and rates, by call site
      rxtrace live -- ./app                    living subscriptions, while it runs
      rxtrace mark app.rxtrace "deploy done"   a moment to find again, while it runs
      rxtrace snapshot --pid 4711              living subscriptions of an unrecorded process

      Without FILE the newest *.rxtrace of this folder is read. Settings of ~/.config/rxtrace/config.toml and \
      ./.rxtrace.toml, and all possible ones: rxtrace --print-config.

      Exit status: 0 done; 1 a new leak (`check`, `diff --exit-code`), no patch or a leak in spite of it (`fix`); 3 the input cannot be read; 4 nothing can be recorded or written; \
      5 nothing is proven (`check --strict`); 64 misused. `record`, `check`, `fix` and `live` pass on the program's own (128+n after signal n); 126 not executable, 127 not found.
      """,
    version: "rxtrace \(version)",
    subcommands: [
      Record.self, Import.self, Render.self, Leaks.self, Fix.self, Explain.self, Stats.self, Show.self,
      Events.self, Diff.self, Check.self, Live.self, Mark.self, Export.self, Info.self, Probes.self,
      Snapshot.self, Tasks.self, Seal.self,
    ]
  )

  /// Of the tool and of the package.
  static let version = Version.current

  /// The words that may follow `rxtrace`.
  static let verbs = configuration.subcommands.map { $0._commandName } + ["help"]

  /// Other names of verbs: `top` is `live`.
  static let aliases = configuration.subcommands.reduce(into: [String: String]()) { aliases, command in
    for alias in command.configuration.aliases { aliases[alias] = command._commandName }
  }

  /// `arguments` with the verb's own name in place of another of its names. `help verdicts` asks for the list
  /// of `explain`.
  static func withVerbSpelledOut(_ arguments: [String]) -> [String] {
    if arguments == ["help", "verdicts"] { return [Explain._commandName] }
    let place = arguments.first == "help" ? 1 : 0
    guard arguments.indices.contains(place), let verb = aliases[arguments[place]] else { return arguments }
    var spelled = arguments
    spelled[place] = verb
    return spelled
  }
}

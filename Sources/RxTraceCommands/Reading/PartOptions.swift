import ArgumentParser
import TraceAnalysis
import TraceRendering

/// Which part of a recording a timeline shows.
struct PartOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("From here: 5s, 5.001, -2s (from the end), or a mark's text.", valueName: "time"))
  var from: MomentArgument?

  @Option(parsing: .unconditional, help: ArgumentHelp("Up to here.", valueName: "time"))
  var to: MomentArgument?

  @Flag(help: "Only the tree of each leak.")
  var leaks = false

  var isAsked: Bool { from != nil || to != nil || leaks }

  /// What was asked for, on top of what `options` have.
  func options(
    _ options: TimelineOptions, _ selection: SelectionOptions, _ forest: Forest
  ) throws(CommandFailure) -> TimelineOptions {
    var options = options
    options.tree = selection.options(options.tree)
    options.foldsEqualRows = !selection.all
    options.showsOnlyLeaks = leaks
    options.from = try from.map { moment throws(CommandFailure) in try moment.time(in: forest) - forest.began
    }
    options.to = try to.map { moment throws(CommandFailure) in try moment.time(in: forest) - forest.began }
    if let from = options.from, let to = options.to, from >= to {
      throw CommandFailure("--from is not before --to; nothing lies between them", status: ExitStatus.usage)
    }
    return options
  }
}

import ArgumentParser
import TraceAnalysis
import TraceRendering

/// Which part of a recording a timeline shows.
struct PartOptions: ParsableArguments {
  @Flag(help: "Only the tree of each leak.")
  var leaks = false

  /// The request, on top of what `options` have.
  func options(
    _ options: TimelineOptions, _ selection: SelectionOptions, _ filter: FilterOptions, _ forest: Forest
  ) throws(CommandFailure) -> TimelineOptions {
    var options = options
    options.tree = selection.options(options.tree, filter)
    options.foldsEqualRows = !selection.all
    options.showsOnlyLeaks = leaks
    let filter = try filter.filter(for: forest)
    options.from = filter.from.map { $0 - forest.began }
    options.to = filter.to.map { $0 - forest.began }
    return options
  }
}

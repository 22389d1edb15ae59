import ArgumentParser
import TraceRendering

/// Which subscriptions are drawn, and how much of each.
struct SelectionOptions: ParsableArguments {
  enum Order: String, CaseIterable, ExpressibleByArgument { case time, leak, life, next }

  @Flag(help: "Finished trees too; on a timeline, rows too that are equal to another.")
  var all = false

  @Option(help: "Trees by birth, leaks first, the longest life first, or the most values first.")
  var sort: Order = .time

  @Flag(inversion: .prefixedNo, help: "Draw trees of equal shape once.")
  var dedupe = true

  @Option(
    help: ArgumentHelp("Fold nothing below these subscriptions: 10,21.", valueName: "ids"),
    transform: SubscriptionNumbers.numbers)
  var expand: SubscriptionNumbers?

  @Option(help: ArgumentHelp("At most this many rows.", valueName: "rows"))
  var max: Int?

  func validate() throws {
    if let max, max < 1 { throw ValidationError("--max takes a number of rows, from 1.") }
  }

  /// The request, on top of what `options` have.
  func options(_ options: TreeOptions, _ filter: FilterOptions) -> TreeOptions {
    var options = options
    if all { options.showsFinished = true }
    if let max { options.limit = max }
    options.mergesEqual = dedupe
    options.expanded = expand?.numbers ?? []
    options.depth = filter.depth
    options.root = filter.root
    options.asksForLevelsAlone = !filter.asksForMoreThanLevels
    options.order = sort.order
    return options
  }
}

extension SelectionOptions.Order {
  fileprivate var order: TreeOptions.Order {
    switch self {
    case .time: .time
    case .leak: .leak
    case .life: .life
    case .next: .next
    }
  }
}

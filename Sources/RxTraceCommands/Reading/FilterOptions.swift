import ArgumentParser
import TraceAnalysis
import TraceFormat

/// Which subscriptions an answer is about, on every verb that reads a recording.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Only subscriptions with such a name: a regular expression.", valueName: "regex"))
  var name: String?

  @Option(
    help: ArgumentHelp("Only subscriptions made here: Session.swift:47, Session.swift.", valueName: "place"))
  var site: String?

  @Option(help: ArgumentHelp("Only this operator.", valueName: "name")) var op: String?

  @Option(help: ArgumentHelp("Only subscriptions of an owner of such a type, or number.", valueName: "regex"))
  var owner: String?

  @Option(
    help: ArgumentHelp("Only these subscriptions: 10,21.", valueName: "ids"),
    transform: SubscriptionNumbers.numbers)
  var id: SubscriptionNumbers?

  @Option(
    help: ArgumentHelp("Only subscriptions begun, or last active, on this thread.", valueName: "number"))
  var thread: UInt32?

  @Option(
    help: ArgumentHelp("Only subscriptions in this state: \(Self.states).", valueName: "state"),
    completion: .list(Filter.State.allCases.map(\.rawValue)), transform: Self.state)
  var state: Filter.State?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("From here: 5s, 5.001, -2s (from the end), or a mark's text.", valueName: "time"))
  var from: MomentArgument?

  @Option(parsing: .unconditional, help: ArgumentHelp("Up to here.", valueName: "time"))
  var to: MomentArgument?

  @Option(
    help: ArgumentHelp(
      "Only trees with a subscription made here: Session.swift:47, Session.swift, an operator, a label.",
      valueName: "site"))
  var root: String?

  @Option(help: ArgumentHelp("This many levels of each tree.", valueName: "levels"))
  var depth: Int?

  @Option(
    help: ArgumentHelp(
      "Only subscriptions for which this holds: 'life > 1s && next == 0'. Fields: \(Query.fields.joined(separator: ", ")).",
      valueName: "condition"))
  var `where`: String?

  private static let states = Filter.State.allCases.map(\.rawValue).joined(separator: ", ")

  func validate() throws {
    if let depth, depth < 1 { throw ValidationError("--depth takes a number of levels, from 1.") }
    if root?.isEmpty == true { throw ValidationError("--root takes a call site or an operator.") }
    _ = try Self.pattern(name, "--name")
    _ = try Self.pattern(owner, "--owner")
    _ = try query
  }

  /// Whether anything is asked at all.
  var isAsked: Bool { asksForMoreThanLevels || depth != nil }

  var asksForMoreThanLevels: Bool {
    name != nil || site != nil || op != nil || owner != nil || id != nil || thread != nil || state != nil
      || from != nil || to != nil || root != nil || `where` != nil
  }

  /// The request, in the moments and numbers of a recording.
  ///
  /// - Parameter isPart: whether the forest is only the beginning of the recording, so that `--from` may come
  ///   after it.
  func filter(for forest: Forest, isPart: Bool = false) throws(CommandFailure) -> Filter {
    var filter = Filter()
    filter.name = try? Self.pattern(name, "--name")
    filter.owner = try? Self.pattern(owner, "--owner")
    filter.site = site
    filter.operatorName = op
    if let numbers = id?.numbers {
      try Self.check(numbers, "--id", in: forest)
      filter.numbers = numbers
    }
    filter.thread = thread.map(ThreadID.init(rawValue:))
    filter.state = state
    if let from { filter.from = try from.time(in: forest, for: isPart ? nil : "--from") }
    if let to { filter.to = try to.time(in: forest) }
    if let from = filter.from, let to = filter.to, from >= to {
      throw CommandFailure("--from is not before --to; nothing lies between them", status: ExitStatus.usage)
    }
    filter.root = root
    filter.depth = depth
    filter.query = try? query
    return filter
  }

  private var query: Query? {
    get throws {
      guard let text = `where` else { return nil }
      do {
        return try Query(text)
      } catch {
        throw ValidationError(
          "--where: \(error.words.visible), at character \(error.place + 1) of '\(text.visible)'.")
      }
    }
  }

  /// The options that say which subscriptions are meant, as they were typed. Options about their fate are
  /// left out.
  private var places: [String] {
    func words(_ option: String, _ value: String?) -> [String] {
      value.map { ["\(option) \($0.shellWord)"] } ?? []
    }
    return words("--name", name) + words("--site", site) + words("--op", op) + words("--owner", owner)
      + words("--thread", thread.map(String.init)) + words("--from", from?.description)
      + words("--to", to?.description)
      + words("--root", root) + (asksForFate ? [] : words("--where", `where`))
  }

  /// Whether `--where` asks for the fate of subscriptions. A healthy program may have none of such a fate.
  private var asksForFate: Bool { (try? query)?.asksForFate ?? false }

  /// The options that say which subscriptions are meant, where they match none of a trace, of any fate. Nil
  /// where something matches, or nothing was asked.
  func matchingNothing(in trace: AnalyzedTrace) -> String? {
    guard trace.selection?.isEmpty == true, !places.isEmpty,
      var filter = try? filter(for: trace.forest, isPart: true)
    else { return nil }
    (filter.numbers, filter.state, filter.depth) = (nil, nil, nil)
    if asksForFate { filter.query = nil }
    let found = filter.selection(in: trace.forest, trace.verdicts)
    return found?.isEmpty == true ? places.joined(separator: " ") : nil
  }

  /// All options that ask for something, as they were typed.
  var typed: String {
    var typed = places
    if let numbers = id?.numbers {
      typed.append("--id " + numbers.sorted().map(String.init).joined(separator: ","))
    }
    if let state { typed.append("--state \(state.rawValue)") }
    if let depth { typed.append("--depth \(depth)") }
    if asksForFate, let condition = `where` { typed.append("--where \(condition.shellWord)") }
    return typed.joined(separator: " ")
  }

  /// A number that nothing has is a slip, and no reason to show nothing.
  static func check(_ numbers: Set<Int>, _ option: String, in forest: Forest) throws(CommandFailure) {
    guard let unknown = numbers.filter({ forest[$0] == nil }).min() else { return }
    let count = forest.lives.count
    throw CommandFailure(
      "\(option): there is no subscription #\(unknown); the recording has \(count == 0 ? "none" : "#1 to #\(count)")",
      status: ExitStatus.usage)
  }

  private static func state(_ word: String) throws -> Filter.State {
    guard let state = Filter.State(rawValue: word) else {
      throw ValidationError("'\(word.visible)' is none of \(states).")
    }
    return state
  }

  private static func pattern(_ text: String?, _ option: String) throws -> ((String) -> Bool)? {
    guard let text else { return nil }
    guard let regex = try? Regex(text) else {
      throw ValidationError("\(option): '\(text.visible)' is no regular expression.")
    }
    return { $0.contains(regex) }
  }
}

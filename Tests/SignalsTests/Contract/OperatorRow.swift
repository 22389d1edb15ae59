import Signals
import Testing
import TraceFormat

/// One operator: how it is built, and what the contract's machine must know of it.
struct OperatorRow: Sendable, CustomTestStringConvertible {
  /// What an operator does that not every one does.
  enum Trait: Sendable {
    /// It acts as time passes, or on a scheduler.
    case isTimed
    /// Whether it completes depends on how much time passes.
    case racesTime
    /// Values stay in memory as long as the signal does: it replays them.
    case keepsValues
    /// It subscribes to its source on its own account, and goes on without subscribers.
    case outlivesSubscribers
    /// Its source is disposed when it ends, and nothing else disposes it.
    case goesOnForGood
    /// It subscribes to its source again.
    case resubscribes
    /// No value ever comes out of it.
    case sendsNothing
    /// An error of its source ends the program, or goes to `SignalHooks.onUnhandledError`.
    case mustNotFail
    /// It acts on the main queue.
    case runsOnMain
  }

  /// Whether the output has completed, as its sources stand.
  typealias Completion = @Sendable (Progress) -> Bool
  /// Whether the error of a source is not the output's error at once.
  typealias Deafness = @Sendable (Progress, Int) -> Bool

  /// The public declarations that it stands for, as `OperatorDeclarations` names them.
  let declarations: [String]
  /// What a trace calls it.
  let operatorName: String
  /// How its sources are subscribed to, one for each.
  let roles: [Role.Kind]
  /// Its closures that may throw.
  let closures: [String]
  let completes: Completion
  let ignoresError: Deafness
  /// Why its sources are disposed, besides that they ended or that the output did.
  let reasons: Set<DisposalReason>
  let traits: Set<Trait>
  let build: @Sendable (Bench) -> Output

  var testDescription: String { declarations.joined(separator: ", ") }
  var sources: Int { roles.count }
}

/// A row of an operator with one source that completes with it, unless something else is said.
func row<Value: Sendable>(
  _ declarations: String..., named name: String? = nil, roles: [Role.Kind] = [.source],
  closures: [String] = [], completes: @escaping OperatorRow.Completion = { $0.all },
  ignoresError: @escaping OperatorRow.Deafness = { _, _ in false }, reasons: Set<DisposalReason> = [],
  traits: OperatorRow.Trait..., build: @escaping @Sendable (Bench) -> Signal<Value>
) -> OperatorRow {
  let base = declarations[0].replacing("static ", with: "")
  return OperatorRow(
    declarations: declarations, operatorName: name ?? String(base.prefix { $0 != "(" }), roles: roles,
    closures: closures, completes: completes, ignoresError: ignoresError, reasons: reasons,
    traits: Set(traits), build: { Output(build($0)) })
}

/// Joins rows, one a line.
@resultBuilder
enum RowBuilder {
  static func buildExpression(_ row: OperatorRow) -> OperatorRow { row }
  static func buildBlock(_ rows: OperatorRow...) -> [OperatorRow] { rows }
}

extension Progress {
  /// All sources have completed.
  var all: Bool { completed.count == values.count }
  /// Any source has completed.
  var any: Bool { !completed.isEmpty }
  /// Any source has failed.
  var isBroken: Bool { !failed.isEmpty }
  func completed(_ source: Int) -> Bool { completed.contains(source) }

  /// The first source has completed, and so have those that it sent: 1 is sent for its first value, 2 for the second.
  var inners: Bool { completed(0) && (0..<values[0]).allSatisfy { completed($0 + 1) } }
  /// The first source has completed, and so has the newest that it sent.
  var newest: Bool { completed(0) && (values[0] == 0 || completed(values[0])) }
}

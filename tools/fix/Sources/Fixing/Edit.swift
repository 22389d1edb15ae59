/// One kind of change to a program. Each is a file in `Edits`, and a line in `Edits.all`.
protocol Edit: Sendable {
  /// The kinds of advice that it carries out: the names in the report.
  var answers: Set<String> { get }

  /// The ways to carry it out, the likeliest first. Throws where the source is not fully understood.
  func ways(_ problem: Problem) throws(Refusal) -> [Way]
}

/// All edits, in the order in which they are tried. Where none fits, the last one that was tried says why.
enum Edits {
  static let all: [any Edit] = [
    MoveStopBelow(),
    TakeFirst(),
    DisposeOnEveryWay(),
    NearerBag(),
    RenewBag(),
    DisposeInBlock(),
    FlattenNested(),
    DisposeWithOthers(),
    DisposeForgotten(),
    DisposeBefore(),
    DisposeRemoved(),
    DisposeInDeinit(),
    ShareInstead(),
    RememberStop(),
    KeepHandle(),
    WeakSelf(),
    ReturnInnerDisposable(),
    EndInner(),
    PassOnEnd(),
  ]
}

/// A leak to be repaired, and its sources.
struct Problem {
  let leak: Leak
  let advice: Advice
  let sources: SourceTree

  /// The call that the advice names, in its file.
  func call(_ part: String) throws(Refusal) -> (chain: Chain, index: Int) {
    guard let site = advice[part] else { throw Refusal("The report does not say where.") }
    return try sources.file(site.file).chain(at: site)
  }
}

/// One way to repair it: a change of one file.
struct Way {
  /// The behaviour of the program afterwards, in one sentence.
  let effect: String
  let file: SourceFile
  let edits: [TextEdit]
  /// Whether something in the source speaks for this way: it is then offered before others.
  var isLikely = false
}

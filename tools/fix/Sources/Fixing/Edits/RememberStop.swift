import SwiftSyntax

/// Lets the subject of a stop signal keep its value, for subscriptions that begin after the stop.
struct RememberStop: Edit {
  let answers: Set<String> = ["listenSooner"]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (chain, index) = try problem.call("site")
    let (file, link) = (chain.file, chain.links[index])
    let place = "\(file.path):\(file.line(link.range.lowerBound))"
    guard link.labels == ["until"], let signal = link.call?.arguments.first?.expression,
      let name = signal.plainName ?? signal.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    else { throw Refusal("The stop signal of \(link.name) at \(place) has no name.") }
    let search = SubjectSearch(name)
    search.walk(file.tree)
    guard search.found.count == 1, let call = search.found.first, let type = call.calledName,
      let open = call.leftParen, let close = call.rightParen
    else {
      throw Refusal("\(name) at \(place) is no subject that is made at one place of its file.")
    }
    // Its type may be asked for by name.
    guard !file.text.contains(": PublishSubject<"), !file.text.contains(": PublishSubject)") else {
      throw Refusal("\(file.path) asks for a PublishSubject by name: another subject may not fit.")
    }
    return [
      Way(
        effect: "\(name) keeps its value: a subscription that begins after the stop is stopped at once.",
        file: file,
        edits: [
          TextEdit(type.start..<type.end, "ReplaySubject"),
          TextEdit(open.end..<close.start, "capacity: 1"),
        ])
    ]
  }
}

/// The calls of `PublishSubject()` that make the value of a name.
private final class SubjectSearch: SyntaxVisitor {
  private let name: String
  private(set) var found: [FunctionCallExprSyntax] = []

  init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.calledName?.text == "PublishSubject", node.arguments.isEmpty else { return .visitChildren }
    let binding = node.parent?.parent?.as(PatternBindingSyntax.self)
    let declared = binding?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    var assigned: String?
    if let elements = node.parent?.as(ExprListSyntax.self), elements.count == 3 {
      assigned = elements.first?.plainName
    }
    if declared == name || assigned == name { found.append(node) }
    return .visitChildren
  }
}

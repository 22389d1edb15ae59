import SwiftSyntax

/// Disposes a local handle that nothing disposes where its block is done with it: with the block's other handles, or at its end.
struct DisposeInBlock: Edit {
  let answers: Set<String> = [
    "keepHandle", "giveItAnEnd", "endAll", "endAllOrBreakCycle", "disposeConnection", "sendStop",
    "disposeSooner", "disposeOwnerSooner",
  ]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (chain, index) = try problem.handle()
    let file = chain.file
    let place = "\(file.path):\(file.line(chain.expression.end))"
    guard index == chain.links.count - 1, case .named(let name, let item) = try Statement(chain),
      let block = item.parent?.as(CodeBlockItemListSyntax.self),
      block.parent?.is(SourceFileSyntax.self) != true
    else { throw Refusal("The handle at \(place) has no name in a block of its own.") }
    let below = Array(block).filter { $0.position > item.position }
    let uses = HandleUses(name)
    for each in below { uses.walk(each) }
    // A bag may have it all the same, where the bag is disposed too late.
    let isTooLate = problem.advice.kind == "disposeSooner" || problem.advice.kind == "disposeOwnerSooner"
    guard uses.disposals == 0, uses.others == 0, uses.gifts == 0 || isTooLate && uses.gifts == 1 else {
      throw Refusal("\(name) at \(place) is used for more than to dispose it at the end of its block.")
    }
    let sibling = Self.lastSibling(of: name, in: block, below: item)
    guard sibling != nil || Self.isWork(block, below, isTooLate: isTooLate) else {
      throw Refusal("When \(name) at \(place) should end is not seen in its block.")
    }
    let edit: TextEdit
    if uses.exits > 0 {
      edit = try file.adding("defer { \(name).dispose() }", below: item)
    } else if let last = sibling ?? below.last {
      edit = try file.adding("\(name).dispose()", below: last)
    } else {
      throw Refusal("Nothing happens below \(name) at \(place).")
    }
    return [
      Way(
        effect: sibling == nil
          ? "\(name) is disposed at the end of its block."
          : "\(name) is disposed with the other handles of its block.",
        file: file, edits: [edit], isLikely: true)
    ]
  }

  /// The last statement of the block that disposes another handle of it, or several in a loop.
  private static func lastSibling(
    of name: String, in block: CodeBlockItemListSyntax, below item: CodeBlockItemSyntax
  ) -> CodeBlockItemSyntax? {
    let locals = block.flatMap { item -> [String] in
      (item.item.as(VariableDeclSyntax.self)?.bindings).map { bindings in
        bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text }
      } ?? []
    }
    return block.last { each in
      guard each.position > item.position, let disposed = each.disposedName else { return false }
      return disposed != name && locals.contains(disposed)
    }
  }

  /// Whether the block is a piece of work, at whose end its handles are done with: a round of a loop, or statements that wait.
  private static func isWork(
    _ block: CodeBlockItemListSyntax, _ below: [CodeBlockItemSyntax], isTooLate: Bool
  ) -> Bool {
    guard let body = block.parent, !body.isOfInitializer else { return false }
    // The bag of the others is the place for it.
    let text = block.trimmedDescription
    if !isTooLate, [".disposed(by:", ".add(", ".append("].contains(where: { text.contains($0) }) {
      return false
    }
    let isRound = body.parent.map { $0.is(ForStmtSyntax.self) || $0.is(WhileStmtSyntax.self) } ?? false
    let gift = isTooLate ? 1 : 0
    if isRound { return below.count > gift }
    let waiting = Waiting(viewMode: .sourceAccurate)
    for each in below { waiting.walk(each) }
    return waiting.isFound
  }
}

extension CodeBlockItemSyntax {
  /// The name of the handle, or of the handles, that this statement disposes.
  fileprivate var disposedName: String? {
    if let call = item.as(FunctionCallExprSyntax.self),
      let access = call.calledExpression.as(MemberAccessExprSyntax.self),
      let base = access.base?.as(DeclReferenceExprSyntax.self)
    {
      if access.declName.baseName.text == "dispose" { return base.baseName.text }
      if access.declName.baseName.text == "forEach",
        call.trailingClosure?.statements.trimmedDescription == "$0.dispose()"
      {
        return base.baseName.text
      }
    }
    if let loop = item.as(ForStmtSyntax.self), loop.body.statements.count == 1,
      let one = loop.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      loop.body.statements.trimmedDescription == "\(one).dispose()"
    {
      return loop.sequence.as(DeclReferenceExprSyntax.self)?.baseName.text
    }
    return nil
  }
}

extension Syntax {
  /// Whether it is the body of an initializer.
  fileprivate var isOfInitializer: Bool { parent?.is(InitializerDeclSyntax.self) == true }
}

/// Looks for statements that take time: loops, and calls that wait.
private final class Waiting: SyntaxVisitor {
  private(set) var isFound = false

  private static let calls: Set<String> = ["sleep", "usleep", "wait", "pause", "sync"]

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind { found() }
  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind { found() }
  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind { found() }
  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if Self.calls.contains(node.calledName?.text ?? "") { isFound = true }
    return .visitChildren
  }
  /// A closure may run later than the block.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  private func found() -> SyntaxVisitorContinueKind {
    isFound = true
    return .skipChildren
  }
}

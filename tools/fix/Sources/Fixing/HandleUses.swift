import SwiftSyntax

/// The uses of a handle in a block, and the ways out of the block.
final class HandleUses: SyntaxVisitor {
  private let name: String
  private var closures = 0
  private(set) var disposals = 0
  /// Calls that give it to a holder: `name.disposed(by: bag)`, `bag.add(name)`.
  private(set) var gifts = 0
  private(set) var others = 0
  private(set) var exits = 0

  init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    guard node.baseName.text == name else { return .visitChildren }
    let access = node.parent?.as(MemberAccessExprSyntax.self)
    if let access, access.declName.id == node.id { return .visitChildren }
    let called = access?.declName.baseName.text
    // A closure may run later than the block.
    if called == "dispose", closures == 0 {
      disposals += 1
    } else if closures == 0, called == "disposed" || access == nil && isGiven(node) {
      gifts += 1
    } else {
      others += 1
    }
    return .visitChildren
  }

  private func isGiven(_ node: DeclReferenceExprSyntax) -> Bool {
    guard let argument = node.parent?.as(LabeledExprSyntax.self), argument.label == nil,
      let call = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
      call.parent?.is(CodeBlockItemSyntax.self) == true, call.arguments.count == 1
    else { return false }
    return call.calledName?.text == "add" || call.calledName?.text == "append"
  }

  private func leaves() -> SyntaxVisitorContinueKind {
    if closures == 0 { exits += 1 }
    return .visitChildren
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind { leaves() }
  override func visit(_ node: ThrowStmtSyntax) -> SyntaxVisitorContinueKind { leaves() }
  override func visit(_ node: ContinueStmtSyntax) -> SyntaxVisitorContinueKind { leaves() }
  override func visit(_ node: BreakStmtSyntax) -> SyntaxVisitorContinueKind { leaves() }
  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    node.questionOrExclamationMark == nil ? leaves() : .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    closures += 1
    return .visitChildren
  }
  override func visitPost(_ node: ClosureExprSyntax) { closures -= 1 }
}

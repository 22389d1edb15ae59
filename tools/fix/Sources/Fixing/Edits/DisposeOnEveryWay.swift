import SwiftSyntax

/// Disposes a local handle on every way out of its block, where one of several ways forgets it.
struct DisposeOnEveryWay: Edit {
  let answers: Set<String> = [
    "keepHandle", "giveItAnEnd", "endAll", "endAllOrBreakCycle", "sendStop", "disposeSooner",
  ]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (chain, index) = try problem.call("site")
    let file = chain.file
    guard index == chain.links.count - 1, case .named(let name, let item) = try Statement(chain),
      let block = item.parent?.as(CodeBlockItemListSyntax.self)
    else { throw Refusal("The handle at \(file.path):\(file.line(chain.expression.end)) has no name.") }
    let uses = HandleUses(name)
    for each in block where each.position > item.position { uses.walk(each) }
    guard uses.disposals > 0, uses.others == 0 else {
      throw Refusal("\(name) at \(file.path):\(file.line(item.start)) is not disposed in its own block.")
    }
    guard uses.exits > 0 else {
      throw Refusal(
        "No way out of the block of \(name) at \(file.path):\(file.line(item.start)) is seen that forgets it."
      )
    }
    return [
      Way(
        effect: "\(name) is disposed on every way out of its block, an early one and an error as well.",
        file: file,
        edits: [try file.adding("defer { \(name).dispose() }", below: item)], isLikely: true)
    ]
  }
}

/// The uses of a handle in a block, and the ways out of the block.
private final class HandleUses: SyntaxVisitor {
  private let name: String
  private var closures = 0
  private(set) var disposals = 0
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
    // A closure may run later than the block.
    if access?.declName.baseName.text == "dispose", closures == 0 { disposals += 1 } else { others += 1 }
    return .visitChildren
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

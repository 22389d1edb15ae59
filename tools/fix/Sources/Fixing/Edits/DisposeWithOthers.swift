import SwiftSyntax

/// Disposes the handle of a property where the type disposes its other ones.
struct DisposeWithOthers: Edit {
  let answers: Set<String> = ["keepHandle", "giveItAnEnd", "endAll"]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (chain, _) = try problem.call("site")
    let file = chain.file
    guard case .assigned(let target, _) = try Statement(chain),
      let name = target.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let type = Scope(target, in: file).type
    else {
      throw Refusal("The handle at \(file.path):\(file.line(chain.expression.end)) is put into no property.")
    }
    let search = DisposedNames()
    search.walk(type.members)
    guard !search.calls.contains(where: { $0.name == name }) else {
      throw Refusal("\(name) at \(file.path):\(file.line(target.start)) is disposed already, at some times.")
    }
    // Below the last of them.
    let places = Set(search.calls.map(\.function))
    guard places.count == 1, let last = search.calls.last else {
      throw Refusal(
        "\(name) at \(file.path):\(file.line(target.start)) is disposed nowhere, and where it could be is not clear."
      )
    }
    let mark = try isOptional(name, in: type) ? "?" : ""
    return [
      Way(
        effect: "\(name) is disposed with \(last.name).", file: file,
        edits: [try file.adding("\(name)\(mark).dispose()", below: last.item)], isLikely: true)
    ]
  }

  private func isOptional(_ name: String, in type: TypeAround) throws(Refusal) -> Bool {
    for member in type.members.members {
      for binding in member.decl.as(VariableDeclSyntax.self)?.bindings ?? [] {
        guard binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name else { continue }
        return binding.typeAnnotation?.type.trimmedDescription.hasSuffix("?") == true
      }
    }
    throw Refusal("\(name) is no property of \(type.name).")
  }
}

/// The statements `name.dispose()` and `name?.dispose()` of a type, each with its function.
private final class DisposedNames: SyntaxVisitor {
  private(set) var calls: [(name: String, item: CodeBlockItemSyntax, function: SyntaxIdentifier)] = []

  init() { super.init(viewMode: .sourceAccurate) }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    guard let access = node.calledExpression.as(MemberAccessExprSyntax.self),
      access.declName.baseName.text == "dispose",
      let base = access.base, let item = node.parent?.as(CodeBlockItemSyntax.self)
    else { return .visitChildren }
    let plain = base.as(OptionalChainingExprSyntax.self)?.expression ?? base
    guard let name = plain.as(DeclReferenceExprSyntax.self)?.baseName.text,
      let block = item.parent?.parent, let function = block.parent,
      function.is(FunctionDeclSyntax.self) || function.is(DeinitializerDeclSyntax.self)
    else { return .visitChildren }
    calls.append((name, item, function.id))
    return .visitChildren
  }
}

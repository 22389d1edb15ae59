import SwiftSyntax

/// Disposes the handle of a property wherever the type disposes its other ones.
struct DisposeWithOthers: Edit {
  let answers: Set<String> = [
    "keepHandle", "giveItAnEnd", "endAll", "endAllOrBreakCycle", "disposeConnection", "disposeWithOwner",
    "disposeOwnerSooner",
  ]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (chain, _) = try problem.handle()
    let file = chain.file
    guard case .assigned(let target, _) = try Statement(chain), let name = Self.property(target),
      let type = Scope(target, in: file).type
    else {
      throw Refusal("The handle at \(file.path):\(file.line(chain.expression.end)) is put into no property.")
    }
    let place = "\(file.path):\(file.line(target.start))"
    let search = DisposedNames()
    search.walk(type.members)
    // Each function that disposes others of them, and not this one.
    var missing: [(last: CodeBlockItemSyntax, other: String)] = []
    for (index, call) in search.calls.enumerated() {
      let isLast = !search.calls[(index + 1)...].contains { $0.function == call.function }
      let isOne = search.calls.contains { $0.function == call.function && $0.name == name }
      if isLast, !isOne { missing.append((call.item, call.name)) }
    }
    guard let first = missing.first else {
      throw Refusal("\(name) at \(place) is disposed wherever others are.")
    }
    let isDisposed = search.calls.contains { $0.name == name }
    guard isDisposed || missing.count == 1 else {
      throw Refusal("\(name) at \(place) is disposed nowhere, and where it could be is not clear.")
    }
    let mark = try isOptional(name, in: type) ? "?" : ""
    var edits: [TextEdit] = []
    for (last, _) in missing { edits.append(try file.adding("\(name)\(mark).dispose()", below: last)) }
    return [
      Way(
        effect: "\(name) is disposed with \(first.other).", file: file, edits: edits, isLikely: true)
    ]
  }

  /// `name` of `name = handle`, and of `name.inner = handle`.
  private static func property(_ target: ExprSyntax) -> String? {
    if let access = target.as(MemberAccessExprSyntax.self), access.declName.baseName.text == "inner" {
      return access.base?.plainName
    }
    return target.plainName
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
    guard let name = base.plainName,
      let block = item.parent?.parent, let function = block.parent,
      function.is(FunctionDeclSyntax.self) || function.is(DeinitializerDeclSyntax.self)
    else { return .visitChildren }
    calls.append((name, item, function.id))
    return .visitChildren
  }
}

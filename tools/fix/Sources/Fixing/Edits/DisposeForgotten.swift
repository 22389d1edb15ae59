import SwiftSyntax

/// Disposes the handle of a dictionary or a variable where it is taken out and nobody disposes it.
struct DisposeForgotten: Edit {
  let answers: Set<String> = [
    "keepHandle", "giveItAnEnd", "endAll", "endAllOrBreakCycle", "sendStop", "disposeConnection",
  ]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (chain, index) = try problem.handle()
    let file = chain.file
    let place = "\(file.path):\(file.line(chain.expression.end))"
    guard index >= chain.links.count - 2, let name = try Self.holder(Statement(chain)) else {
      throw Refusal("The handle at \(place) is put into no dictionary and into no variable.")
    }
    let search = ForgottenPlaces(name, in: file)
    search.walk(Self.reach(of: name, from: chain.expression, in: file))
    guard !search.edits.isEmpty else {
      throw Refusal("Nothing takes a handle out of \(name) undisposed in \(file.path).")
    }
    return [
      Way(
        effect: "The handle is disposed when it is taken out of \(name).", file: file, edits: search.edits,
        isLikely: true)
    ]
  }

  /// The name of the variable that the handle goes into, at once or by a name of its own.
  private static func holder(_ statement: Statement) -> String? {
    switch statement {
    case .assigned(let target, _): return target.holderName
    case .named(let name, let item):
      guard let block = item.parent?.as(CodeBlockItemListSyntax.self) else { return nil }
      for each in block where each.position > item.position {
        if let (target, value) = each.assignment, value.trimmedDescription == name {
          return target.holderName
        }
        if let placing = Placing(each, of: name) { return placing.holder.plainName }
      }
      return nil
    default: return nil
    }
  }

  /// The type whose property it is, or the outermost function around it.
  private static func reach(of name: String, from expression: ExprSyntax, in file: SourceFile) -> Syntax {
    if let type = Scope(expression, in: file).type {
      let properties = type.members.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
      if properties.contains(where: { $0.declares(name) }) { return Syntax(type.members) }
    }
    return expression.ancestors.compactMap { $0.as(FunctionDeclSyntax.self) }.last.map { Syntax($0) }
      ?? Syntax(file.tree)
  }
}

extension ExprSyntax {
  /// The variable of a place: `name` of `name[key]`, and of `name`.
  fileprivate var holderName: String? {
    (self.as(SubscriptCallExprSyntax.self)?.calledExpression ?? self).plainName
  }
}

extension VariableDeclSyntax {
  func declares(_ name: String) -> Bool {
    bindings.contains { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name }
  }
}

extension CodeBlockItemSyntax {
  /// The two sides of `target = value`.
  var assignment: (target: ExprSyntax, value: ExprSyntax)? {
    guard let elements = item.as(SequenceExprSyntax.self)?.elements, elements.count == 3,
      let target = elements.first, let value = elements.last,
      elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true
    else { return nil }
    return (target, value)
  }
}

/// The statements that take a handle out of a variable and do not dispose it, each with its repair.
private final class ForgottenPlaces: SyntaxVisitor {
  private let name: String
  private let file: SourceFile
  private(set) var edits: [TextEdit] = []

  init(_ name: String, in file: SourceFile) {
    self.name = name
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    if let edit = repair(node) { edits.append(edit) }
    return .visitChildren
  }

  private func repair(_ item: CodeBlockItemSyntax) -> TextEdit? {
    if let (target, value) = item.assignment, value.is(NilLiteralExprSyntax.self), target.holderName == name {
      guard !isDisposed(target.trimmedDescription, above: item) else { return nil }
      if let entry = target.as(SubscriptCallExprSyntax.self) {
        guard entry.arguments.count == 1, let key = entry.arguments.first, key.label == nil else {
          return nil
        }
        return TextEdit(
          item.start..<item.end,
          "\(entry.calledExpression.trimmedDescription).removeValue(forKey: \(key.expression.trimmedDescription))?.dispose()"
        )
      }
      return try? file.adding("\(target.trimmedDescription)?.dispose()", above: item)
    }
    if let call = item.item.as(FunctionCallExprSyntax.self), isRemoval(call) {
      return isDisposed(call.arguments.first?.expression.trimmedDescription ?? "", above: item)
        ? nil : .insert("?.dispose()", at: call.end)
    }
    if let (target, value) = item.assignment, target.is(DiscardAssignmentExprSyntax.self),
      let call = value.as(FunctionCallExprSyntax.self), isRemoval(call)
    {
      return .insert("?.dispose()", at: call.end)
    }
    if let variable = item.item.as(VariableDeclSyntax.self), variable.bindings.count == 1,
      let binding = variable.bindings.first,
      let taken = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      let call = binding.initializer?.value.as(FunctionCallExprSyntax.self), isRemoval(call),
      isForgotten(taken, below: item)
    {
      return try? file.adding("\(taken)?.dispose()", below: item)
    }
    return nil
  }

  /// `name.removeValue(forKey:)`, or the same within `name.update { … }`.
  private func isRemoval(_ call: FunctionCallExprSyntax) -> Bool {
    guard let access = call.calledExpression.as(MemberAccessExprSyntax.self), access.base?.plainName == name
    else { return false }
    if access.declName.baseName.text == "removeValue" { return true }
    guard call.arguments.isEmpty, let closure = call.trailingClosure, closure.signature == nil else {
      return false
    }
    let text = closure.statements.trimmedDescription
    return closure.statements.count == 1 && text.hasPrefix("$0.removeValue(forKey:") && text.hasSuffix(")")
  }

  /// Whether a statement above it in its block disposes the same entry.
  private func isDisposed(_ entry: String, above item: CodeBlockItemSyntax) -> Bool {
    guard let block = item.parent?.as(CodeBlockItemListSyntax.self) else { return false }
    return block.contains { each in
      guard each.position < item.position else { return false }
      let text = each.trimmedDescription
      return text.contains("dispose") && text.contains(entry) && text.contains(name)
    }
  }

  /// Whether nothing but a test for its presence speaks of a name below a statement.
  private func isForgotten(_ taken: String, below item: CodeBlockItemSyntax) -> Bool {
    guard let block = item.parent?.as(CodeBlockItemListSyntax.self) else { return false }
    let uses = HandleUses(taken)
    for each in block where each.position > item.position { uses.walk(each) }
    return uses.disposals == 0 && uses.gifts == 0 && uses.others == 0
  }
}

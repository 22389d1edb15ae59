import SwiftSyntax

/// The use that a statement makes of the handle of its chain.
enum Statement {
  /// `_ = chain`: from the underscore to the chain.
  case thrownAway(item: CodeBlockItemSyntax, prefix: Range<Int>)
  /// `chain`
  case alone(item: CodeBlockItemSyntax)
  /// `let name = chain`
  case named(String, item: CodeBlockItemSyntax)
  /// `target = chain`
  case assigned(to: ExprSyntax, item: CodeBlockItemSyntax)

  init(_ chain: Chain) throws(Refusal) {
    let place = "\(chain.file.path):\(chain.file.line(chain.expression.end))"
    guard let parent = chain.expression.parent else {
      throw Refusal("The handle at \(place) is not understood.")
    }
    if let item = parent.as(CodeBlockItemSyntax.self) {
      if Self.isReturned(item) {
        throw Refusal("The handle at \(place) is returned: its caller must keep it.")
      }
      self = .alone(item: item)
    } else if let value = parent.as(InitializerClauseSyntax.self),
      let binding = value.parent?.as(PatternBindingSyntax.self),
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      let variable = binding.parent?.parent?.as(VariableDeclSyntax.self), variable.bindings.count == 1,
      let item = variable.parent?.as(CodeBlockItemSyntax.self)
    {
      self = .named(name, item: item)
    } else if let sequence = parent.parent?.as(SequenceExprSyntax.self), let target = sequence.elements.first,
      sequence.elements.count == 3,
      sequence.elements.dropFirst().first?.is(AssignmentExprSyntax.self) == true,
      let item = sequence.parent?.as(CodeBlockItemSyntax.self)
    {
      self =
        target.is(DiscardAssignmentExprSyntax.self)
        ? .thrownAway(item: item, prefix: target.start..<chain.expression.start)
        : .assigned(to: target, item: item)
    } else if parent.is(ReturnStmtSyntax.self) {
      throw Refusal("The handle at \(place) is returned: its caller must keep it.")
    } else if parent.is(LabeledExprSyntax.self) {
      throw Refusal("The handle at \(place) is given to a call, which must dispose it.")
    } else {
      throw Refusal("The use of the handle at \(place) is not understood.")
    }
  }

  var item: CodeBlockItemSyntax {
    switch self {
    case .thrownAway(let item, _), .alone(let item), .named(_, let item), .assigned(_, let item): item
    }
  }

  /// Whether an expression is the only one of a body that gives something back.
  private static func isReturned(_ item: CodeBlockItemSyntax) -> Bool {
    guard let items = item.parent?.as(CodeBlockItemListSyntax.self), items.count == 1 else { return false }
    guard let body = items.parent else { return false }
    if body.is(ClosureExprSyntax.self) || body.is(AccessorBlockSyntax.self) { return true }
    guard let block = body.as(CodeBlockSyntax.self) else { return false }
    if let function = block.parent?.as(FunctionDeclSyntax.self) {
      return function.signature.returnClause != nil
    }
    return block.parent?.is(AccessorDeclSyntax.self) == true
  }
}

extension SourceFile {
  /// Puts a statement on the line below another one.
  func adding(_ statement: String, below item: CodeBlockItemSyntax) throws(Refusal) -> TextEdit {
    guard isFirstOnLine(item.start), isLastOnLine(item.end) else {
      throw Refusal("Line \(path):\(line(item.start)) has more than one statement.")
    }
    return .insert(newline + indentation(item.start) + statement, at: lineEnd(item.end))
  }

  /// Puts a statement on the line above another one.
  func adding(_ statement: String, above item: CodeBlockItemSyntax) throws(Refusal) -> TextEdit {
    guard isFirstOnLine(item.start) else {
      throw Refusal("Line \(path):\(line(item.start)) has more than one statement.")
    }
    return .insert(statement + newline + indentation(item.start), at: item.start)
  }
}

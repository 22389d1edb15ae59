import SwiftSyntax

/// Disposes the handle of a variable before another one takes its place.
struct DisposeBefore: Edit {
  let answers: Set<String> = ["disposeBeforeReplacing"]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (chain, _) = try problem.call("site")
    let file = chain.file
    switch try Statement(chain) {
    case .assigned(let target, let item):
      return [try Self.way(target, above: item, in: file)]
    case .named(let name, let item):
      guard let block = item.parent?.as(CodeBlockItemListSyntax.self) else { break }
      for each in block where each.position > item.position {
        if let (target, value) = each.assignment, value.trimmedDescription == name {
          return [try Self.way(target, above: each, in: file)]
        }
        if let placing = Placing(each, of: name) { return [try Self.way(placing, above: each, in: file)] }
        if let way = try Self.updated(name, in: each, file) { return [way] }
      }
    default: break
    }
    throw Refusal(
      "The handle at \(file.path):\(file.line(chain.expression.end)) is not put into a variable there.")
  }

  private static func way(_ target: ExprSyntax, above item: CodeBlockItemSyntax, in file: SourceFile)
    throws(Refusal) -> Way
  {
    let name = target.trimmedDescription
    let place = "\(file.path):\(file.line(target.start))"
    guard item.enclosing(FunctionDeclSyntax.self) != nil || item.enclosing(InitializerDeclSyntax.self) == nil
    else {
      throw Refusal("\(name) at \(place) is set as its owner is made: it has no old handle.")
    }
    let isEntry = target.is(SubscriptCallExprSyntax.self)
    let base = target.as(SubscriptCallExprSyntax.self)?.calledExpression ?? target
    let isOptional = types(of: base, in: file) {
      isEntry ? $0.hasPrefix("[") && $0.contains(":") : $0.hasSuffix("?")
    }
    guard isOptional else {
      throw Refusal("\(name) at \(place) is no optional: its old handle is not known.")
    }
    return Way(
      effect: "The old handle of \(name) is disposed before the new one takes its place.", file: file,
      edits: [try file.adding("\(name)?.dispose()", above: item)])
  }

  /// A place behind a lock: its old handle is disposed outside of the lock.
  private static func way(_ placing: Placing, above item: CodeBlockItemSyntax, in file: SourceFile)
    throws(Refusal) -> Way
  {
    let name = placing.holder.trimmedDescription
    let isOptional = types(of: placing.holder, in: file) {
      placing.isEntry ? $0.contains("<[") && $0.contains(":") : $0.contains("?>")
    }
    guard isOptional else {
      throw Refusal(
        "\(name) at \(file.path):\(file.line(item.start)) is no optional: its old handle is not known.")
    }
    let old = "\(placing.call.trimmedDescription) { \(placing.target.trimmedDescription) }?.dispose()"
    return Way(
      effect: "The old handle of \(name) is disposed before the new one takes its place.", file: file,
      edits: [try file.adding(old, above: item)])
  }

  /// `let old = place.update { $0.updateValue(handle, forKey: key) }`, where nothing disposes the old one.
  private static func updated(_ handle: String, in item: CodeBlockItemSyntax, _ file: SourceFile)
    throws(Refusal) -> Way?
  {
    guard let variable = item.item.as(VariableDeclSyntax.self), variable.bindings.count == 1,
      let binding = variable.bindings.first, let value = binding.initializer?.value,
      let old = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
      value.trimmedDescription.contains(".updateValue(\(handle), forKey:"),
      let block = item.parent?.as(CodeBlockItemListSyntax.self)
    else { return nil }
    let uses = HandleUses(old)
    for each in block where each.position > item.position { uses.walk(each) }
    guard uses.disposals == 0, uses.gifts == 0, uses.others == 0 else { return nil }
    return Way(
      effect: "\(old), the old handle, is disposed when the new one has taken its place.", file: file,
      edits: [try file.adding("\(old)?.dispose()", below: item)])
  }

  /// Whether all variables of a name in the file are of a type.
  private static func types(of base: ExprSyntax, in file: SourceFile, are fits: (String) -> Bool) -> Bool {
    let name =
      base.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? base.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    guard let name else { return false }
    let search = TypeOfVariable(name)
    search.walk(file.tree)
    return !search.types.isEmpty && search.types.allSatisfy(fits)
  }
}

/// The types of the variables of a name in a file, as they are written.
private final class TypeOfVariable: SyntaxVisitor {
  private let name: String
  private(set) var types: [String] = []

  init(_ name: String) {
    self.name = name
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
    guard node.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name else {
      return .visitChildren
    }
    types.append(
      node.typeAnnotation?.type.trimmedDescription ?? node.initializer?.value.trimmedDescription ?? "")
    return .visitChildren
  }
}

import SwiftSyntax

/// Disposes the handle of a variable before another one takes its place.
struct DisposeBefore: Edit {
  let answers: Set<String> = ["disposeBeforeReplacing", "keepHandle", "giveItAnEnd", "endAll"]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (chain, _) = try problem.call("site")
    let file = chain.file
    guard case .assigned(let target, let item) = try Statement(chain) else {
      throw Refusal(
        "The handle at \(file.path):\(file.line(chain.expression.end)) is not put into a variable there.")
    }
    let name = target.trimmedDescription
    guard isOptional(target, in: file) else {
      throw Refusal(
        "\(name) at \(file.path):\(file.line(target.start)) is no optional: its old handle is not known."
      )
    }
    return [
      Way(
        effect: "The old handle of \(name) is disposed before the new one takes its place.", file: file,
        edits: [try file.adding("\(name)?.dispose()", above: item)])
    ]
  }

  /// Whether a variable, or an entry of a dictionary, may hold nothing.
  private func isOptional(_ target: ExprSyntax, in file: SourceFile) -> Bool {
    let isEntry = target.is(SubscriptCallExprSyntax.self)
    let base = target.as(SubscriptCallExprSyntax.self)?.calledExpression ?? target
    let name =
      base.as(DeclReferenceExprSyntax.self)?.baseName.text
      ?? base.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    guard let name else { return false }
    let search = TypeOfVariable(name)
    search.walk(file.tree)
    // Several of one name: all must be alike.
    return !search.types.isEmpty
      && search.types.allSatisfy { isEntry ? $0.hasPrefix("[") && $0.contains(":") : $0.hasSuffix("?") }
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

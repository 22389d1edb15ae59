import SwiftSyntax

extension SourceFile {
  /// The call at a site of a recording, and the chain that it is a link of. Refuses where the source alone does not tell.
  func chain(at site: Site) throws(Refusal) -> (chain: Chain, index: Int) {
    let search = CallSearch(site, self)
    search.walk(tree)
    if search.hasSourceLocation {
      throw Refusal("\(path) has #sourceLocation: its line numbers are of another file.")
    }
    var calls = search.calls
    // Several of one name on one line: the labels may tell them apart.
    if calls.count > 1, !site.labels.isEmpty {
      let fitting = calls.filter { call in
        site.labels.allSatisfy { label in call.arguments.contains { $0.label?.text == label } }
      }
      if !fitting.isEmpty { calls = fitting }
    }
    switch calls.count {
    case 0:
      throw Refusal(
        "There is no call of \(site.baseName) at \(path):\(site.line): it was another version, or a macro.")
    case 1: break
    default:
      throw Refusal(
        "Line \(path):\(site.line) calls \(site.baseName) \(calls.count) times: which one is not recorded.")
    }
    let call = calls[0]
    if call.ancestors.contains(where: {
      $0.is(MacroExpansionExprSyntax.self) || $0.is(MacroExpansionDeclSyntax.self)
    }) {
      throw Refusal("The call at \(path):\(site.line) is in a macro.")
    }
    let chain = try Chain(around: call, in: self)
    return (chain, try chain.index(of: call))
  }
}

/// Looks for calls of a name on a line.
private final class CallSearch: SyntaxVisitor {
  private let site: Site
  private let file: SourceFile
  private(set) var calls: [FunctionCallExprSyntax] = []
  private(set) var hasSourceLocation = false

  init(_ site: Site, _ file: SourceFile) {
    self.site = site
    self.file = file
    super.init(viewMode: .sourceAccurate)
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    // `#line` as a default argument is the line of the name that is called.
    if let name = node.calledName, name.text == site.baseName, file.line(name.start) == site.line {
      calls.append(node)
    }
    return .visitChildren
  }

  override func visit(_ node: PoundSourceLocationSyntax) -> SyntaxVisitorContinueKind {
    hasSourceLocation = true
    return .skipChildren
  }
}

extension FunctionCallExprSyntax {
  /// The name that is called.
  var calledName: TokenSyntax? {
    if let access = calledExpression.as(MemberAccessExprSyntax.self) { return access.declName.baseName }
    if let name = calledExpression.as(DeclReferenceExprSyntax.self) { return name.baseName }
    if let generic = calledExpression.as(GenericSpecializationExprSyntax.self) {
      return generic.expression.as(DeclReferenceExprSyntax.self)?.baseName
    }
    return nil
  }
}

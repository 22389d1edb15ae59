import SwiftSyntax

/// Captures the owner weakly in the closures of a subscription that the owner holds.
struct WeakSelf: Edit {
  let answers: Set<String> = ["breakCycle", "endAllOrBreakCycle"]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (chain, index) = try problem.call("site")
    let (file, link) = (chain.file, chain.links[index])
    let place = "\(file.path):\(file.line(link.range.lowerBound))"
    guard
      Scope(chain.expression, in: file).type.map({ $0.kind == .class || $0.kind == .actor || $0.isExtension })
        == true
    else { throw Refusal("\(place) is in no class.") }
    // A closure above gives something back: without its owner it would have nothing to give.
    for above in chain.links[..<index] {
      for closure in above.closures where Self.holdsSelf(closure) {
        throw Refusal("\(above.name) above \(place) holds self in a closure that has to give something back.")
      }
    }
    let edits = link.closures.filter(Self.holdsSelf).flatMap { Self.weakening($0, in: file) }
    guard !edits.isEmpty else { throw Refusal("No closure at \(place) holds self by name.") }
    return [
      Way(
        effect:
          "The closure holds its owner weakly: the owner can go, and its handles with it.",
        file: file,
        edits: edits)
    ]
  }

  static func holdsSelf(_ closure: ClosureExprSyntax) -> Bool {
    let captures = closure.signature?.capture?.items.map { $0 } ?? []
    if let own = captures.first(where: { $0.name.text == "self" }) { return own.specifier == nil }
    return NameSearch.names(in: closure.statements).contains("self")
  }

  private static func weakening(_ closure: ClosureExprSyntax, in file: SourceFile) -> [TextEdit] {
    var edits: [TextEdit] = []
    let head: Int
    if let own = closure.signature?.capture?.items.first(where: { $0.name.text == "self" }) {
      edits.append(.insert("weak ", at: own.start))
      head = closure.signature?.end ?? closure.leftBrace.end
    } else if let first = closure.signature?.capture?.items.first {
      edits.append(.insert("weak self, ", at: first.start))
      head = closure.signature?.end ?? closure.leftBrace.end
    } else if let signature = closure.signature {
      edits.append(.insert("[weak self] ", at: signature.start))
      head = signature.end
    } else {
      edits.append(.insert(" [weak self] in", at: closure.leftBrace.end))
      head = closure.leftBrace.end
    }
    if let call = closure.statements.first?.item.as(FunctionCallExprSyntax.self),
      closure.statements.count == 1,
      let own = receiver(of: call), SelfCount.count(in: closure.statements) == 1
    {
      return edits + [.insert("?", at: own.end)]
    }
    guard let first = closure.statements.first else { return edits }
    let whole = "guard let self else { return }"
    if file.isFirstOnLine(first.start) {
      return edits + [.insert(whole + file.newline + file.indentation(first.start), at: first.start)]
    }
    let outer = file.indentation(closure.start)
    let lines = ([whole] + closure.statements.map(\.trimmedDescription)).map {
      outer + file.indentUnit + $0 + file.newline
    }
    let body = file.newline + lines.joined() + outer
    if closure.signature == nil {
      return [TextEdit(head..<closure.rightBrace.start, " [weak self] in" + body)]
    }
    return edits + [TextEdit(head..<closure.rightBrace.start, body)]
  }

  /// `self` where a call is one of its methods.
  private static func receiver(of call: FunctionCallExprSyntax) -> DeclReferenceExprSyntax? {
    var node = ExprSyntax(call)
    while true {
      if let call = node.as(FunctionCallExprSyntax.self) {
        node = call.calledExpression
      } else if let access = node.as(MemberAccessExprSyntax.self), let base = access.base {
        node = base
      } else {
        guard let name = node.as(DeclReferenceExprSyntax.self), name.baseName.text == "self" else {
          return nil
        }
        return name
      }
    }
  }
}

/// How often a part of a file says `self`.
private final class SelfCount: SyntaxVisitor {
  private var count = 0

  static func count(in node: some SyntaxProtocol) -> Int {
    let search = SelfCount(viewMode: .sourceAccurate)
    search.walk(node)
    return search.count
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.baseName.text == "self" { count += 1 }
    return .visitChildren
  }
}

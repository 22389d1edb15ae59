import SwiftSyntax

/// Lets the closure of a `create` return the handles of its subscriptions, timers and tasks: disposing ends them.
struct ReturnInnerDisposable: Edit {
  let answers: Set<String> = ["returnInnerDisposable", "stopWork"]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (chain, index) = try problem.call("site")
    let link = chain.links[index]
    let place = "\(chain.file.path):\(chain.file.line(link.range.lowerBound))"
    guard let closure = link.closures.last, link.closures.count == 1 else {
      throw Refusal("\(link.name) at \(place) has no closure of its own.")
    }
    var left = InnerWork.all(in: closure).filter { !$0.isHandled(in: closure) }
    if let site = problem.leak.afterBrokenLink, left.count > 1 {
      let named = left.filter { $0.calls(site, in: chain.file) }
      if !named.isEmpty { left = named }
    }
    guard let first = left.first else {
      throw Refusal(
        "The closure of \(link.name) at \(place) starts nothing with a handle in its own statements.")
    }
    let returns = ReturnSearch.returns(in: closure).filter { $0.start > first.item.end }
    guard !returns.isEmpty else { throw Refusal("The closure of \(link.name) at \(place) returns nothing.") }
    var taken = Set(closure.tokens(viewMode: .sourceAccurate).map(\.text))
    var edits: [TextEdit] = []
    var works: [(work: InnerWork, name: String)] = []
    for work in left {
      let name =
        work.name ?? ["inner", "inner2", "inner3", "inner4"].first { !taken.contains($0) } ?? "innermost"
      taken.insert(name)
      works.append((work, name))
      if work.name == nil { edits.append(work.naming(name)) }
    }
    for each in returns { edits += try Self.adding(works, to: each, in: chain.file) }
    let names = works.map(\.name).joined(separator: " and ")
    return [
      Way(
        effect: "\(link.name) returns \(names): disposing a subscription ends the work that it has started.",
        file: chain.file,
        edits: edits)
    ]
  }

  private static func adding(
    _ works: [(work: InnerWork, name: String)], to statement: ReturnStmtSyntax, in file: SourceFile
  ) throws(Refusal) -> [TextEdit] {
    guard let value = statement.expression else {
      throw Refusal("The return at \(file.path):\(file.line(statement.start)) has no value.")
    }
    let ends = works.map { $0.work.end($0.name) }
    let areDisposables = works.allSatisfy { $0.work.kind == .disposable }
    let call = value.as(FunctionCallExprSyntax.self)
    let isDisposable = call?.calledName?.text == "Disposable"
    let body = isDisposable ? call?.trailingClosure : nil
    if let body, !body.statements.isEmpty { return [Self.opening(body, with: ends, in: file)] }
    let isNothing =
      value.is(NilLiteralExprSyntax.self) || body != nil
      || call?.arguments.isEmpty == true && (isDisposable || call?.calledName?.text == "NopDisposable")
    let own = areDisposables ? works.map(\.name) : ["Disposable { \(ends.joined(separator: "; ")) }"]
    if isNothing {
      if !areDisposables, ends.count > 1 {
        let inner = file.indentation(statement.start) + file.indentUnit
        let lines = ends.map { inner + $0 + file.newline }.joined()
        return [
          TextEdit(
            value.start..<value.end,
            "Disposable {\(file.newline)\(lines)\(file.indentation(statement.start))}")
        ]
      }
      return [
        TextEdit(
          value.start..<value.end,
          own.count == 1 ? own[0] : "CompositeDisposable([\(own.joined(separator: ", "))])")
      ]
    }
    if call?.calledName?.text == "CompositeDisposable",
      let list = call?.arguments.first?.expression.as(ArrayExprSyntax.self), let last = list.elements.last
    {
      return [.insert(", " + own.joined(separator: ", "), at: last.expression.end)]
    }
    return [
      .insert("CompositeDisposable([", at: value.start),
      .insert(", \(own.joined(separator: ", "))])", at: value.end),
    ]
  }

  /// Puts statements first into a closure that ends other things: one below might not be reached.
  private static func opening(_ closure: ClosureExprSyntax, with statements: [String], in file: SourceFile)
    -> TextEdit
  {
    let head = closure.signature?.end ?? closure.leftBrace.end
    guard let first = closure.statements.first else { return .insert("", at: head) }
    if file.isFirstOnLine(first.start) {
      let indentation = file.indentation(first.start)
      return .insert(statements.map { $0 + file.newline + indentation }.joined(), at: first.start)
    }
    let outer = file.indentation(closure.start)
    let lines = (statements + closure.statements.map(\.trimmedDescription)).map {
      outer + file.indentUnit + $0 + file.newline
    }
    return TextEdit(head..<closure.rightBrace.start, file.newline + lines.joined() + outer)
  }
}

/// Work that a closure starts and must end: a subscription, a timer, a task.
struct InnerWork {
  enum Kind { case disposable, cancelled }

  let kind: Kind
  /// Nil where the handle is thrown away.
  let name: String?
  let item: CodeBlockItemSyntax
  /// The expression that starts it.
  let value: ExprSyntax
  /// `_ =` before it.
  let prefix: Range<Int>

  /// The statement that ends it.
  func end(_ name: String) -> String { kind == .disposable ? "\(name).dispose()" : "\(name).cancel()" }

  /// Gives the handle a name.
  func naming(_ name: String) -> TextEdit { TextEdit(prefix, "let \(name) = ") }

  /// Whether its statement calls the operator of a site.
  func calls(_ site: Site, in file: SourceFile) -> Bool {
    file.line(item.start) <= site.line && site.line <= file.line(item.end)
  }

  /// Whether something below it speaks of the handle.
  func isHandled(in closure: ClosureExprSyntax) -> Bool {
    guard let name else { return false }
    return closure.tokens(viewMode: .sourceAccurate).contains { token in
      guard token.text == name, token.start > item.end else { return false }
      // A timer is set up by its name, and a task may be awaited by it.
      let next = token.nextToken(viewMode: .sourceAccurate)
      return kind == .disposable
        || next?.text == "." && next?.nextToken(viewMode: .sourceAccurate)?.text == "cancel"
    }
  }

  /// The statements of a closure that start something, in their order.
  static func all(in closure: ClosureExprSyntax) -> [InnerWork] {
    let found = statements(of: closure)
    // A timer of the system is set up by calls that return no handle.
    let timers = Set(found.filter { $0.kind == .cancelled }.compactMap(\.name))
    return found.filter { work in
      work.name != nil || timers.isDisjoint(with: NameSearch.names(in: work.value))
    }
  }

  private static func statements(of closure: ClosureExprSyntax) -> [InnerWork] {
    closure.statements.compactMap { item -> InnerWork? in
      switch item.item {
      case .decl(let declaration):
        guard let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1,
          let binding = variable.bindings.first, let value = binding.initializer?.value,
          let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
          let kind = kind(of: value)
        else { return nil }
        return InnerWork(kind: kind, name: name, item: item, value: value, prefix: value.start..<value.start)
      case .expr(let expression):
        var value = expression
        if let sequence = expression.as(SequenceExprSyntax.self) {
          guard sequence.elements.count == 3,
            sequence.elements.first?.is(DiscardAssignmentExprSyntax.self) == true,
            let last = sequence.elements.last
          else { return nil }
          value = last
        }
        guard let kind = kind(of: value) else { return nil }
        return InnerWork(kind: kind, name: nil, item: item, value: value, prefix: item.start..<value.start)
      default: return nil
      }
    }
  }

  private static let ofSignals: Set<String> = [
    "subscribe", "subscribeOnMain", "bind", "connect", "schedule", "assign",
  ]

  private static func kind(of value: ExprSyntax) -> Kind? {
    guard let call = value.as(FunctionCallExprSyntax.self), let name = call.calledName?.text else {
      return nil
    }
    if ofSignals.contains(name) { return .disposable }
    if name == "Task" || name == "detached" || name.hasPrefix("make") && name.hasSuffix("Source") {
      return .cancelled
    }
    return nil
  }
}

/// The returns of a closure. Closures and functions in it have their own.
private final class ReturnSearch: SyntaxVisitor {
  private var found: [ReturnStmtSyntax] = []

  static func returns(in closure: ClosureExprSyntax) -> [ReturnStmtSyntax] {
    let search = ReturnSearch(viewMode: .sourceAccurate)
    search.walk(closure.statements)
    return search.found
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    found.append(node)
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

import SwiftSyntax

/// Makes one chain of a subscription in the closure of another one: the signal in the closure becomes an inner signal.
struct FlattenNested: Edit {
  let answers: Set<String> = [
    "keepHandle", "keepInnerHandle", "giveItAnEnd", "endAll", "endAllOrBreakCycle", "sendStop",
    "disposeOwnerSooner",
    "disposeSooner",
  ]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (inner, index) = try problem.call("site")
    let file = inner.file
    let place = "\(file.path):\(file.line(inner.links[index].range.lowerBound))"
    let isAtTheEnd =
      index == inner.links.count - 1
      || index == inner.links.count - 2 && inner.links[index + 1].name == "disposed"
    guard isAtTheEnd, index > 0, inner.links[index].name == "subscribe",
      let innerCall = inner.links[index].call, let report = Self.values(of: innerCall)
    else { throw Refusal("\(place) does more than to take values: the two chains cannot become one.") }
    guard let items = try Self.item(of: inner)?.parent?.as(CodeBlockItemListSyntax.self), items.count == 1,
      let closure = items.parent?.as(ClosureExprSyntax.self),
      let outerCall = closure.enclosing(FunctionCallExprSyntax.self),
      outerCall.calledName?.text == "subscribe",
      Self.values(of: outerCall)?.id == ExprSyntax(closure).id
    else { throw Refusal("\(place) is not all that a closure of another subscription does.") }
    let outer = try Chain(around: outerCall, in: file)
    let outerIndex = try outer.index(of: outerCall)
    let parameters = closure.parameterNames
    let own = NameSearch.names(in: report)
    guard outerIndex > 0, own.isDisjoint(with: parameters) else {
      throw Refusal(
        "\(place) uses \(own.intersection(parameters).sorted().joined(separator: ", ")) of the closure around it."
      )
    }
    let source = file.text(inner.expression.start..<inner.links[index - 1].range.upperBound)
    if source.contains("\"\"\"") { throw Refusal("\(place) has a text of several lines.") }
    let captures = closure.signature?.capture?.items.map { $0 } ?? []
    let sourceNames = NameSearch.names(in: inner.links[index].call?.calledExpression ?? ExprSyntax(innerCall))
    let head = Self.head(
      captures.filter { sourceNames.contains($0.name.text) },
      closure.signature?.parameterClause?.trimmedDescription)
    guard let taking = Self.capturing(report, captures.filter { own.contains($0.name.text) }) else {
      throw Refusal("\(place) takes its values in a way that is not understood.")
    }
    let whole = outer.links[outerIndex].range
    let kept = [inner.expression.start..<inner.links[index - 1].range.upperBound, report.start..<report.end]
    let comments = Self.comments(file.tree, whole, but: kept)
    guard comments.count < 2, comments.allSatisfy({ $0.hasPrefix("//") }),
      file.text(whole.upperBound..<file.lineEnd(whole.upperBound)).contains("//") == false
    else {
      throw Refusal("Comments at \(place) would lose their place.")
    }
    let moved = comments.first.map { [TextEdit.insert("  " + $0, at: file.lineEnd(whole.upperBound))] } ?? []
    return ["flatMapLatest", "flatMap"].map { name in
      Way(
        effect: name == "flatMapLatest"
          ? "flatMapLatest: one chain, with one handle; each value ends the inner signal of the value before it."
          : "flatMap: one chain, with one handle; the inner signals of earlier values go on until the handle is disposed.",
        file: file,
        edits: [edit(outer, outerIndex, inner, name, head: head, source: source, taking: taking)] + moved,
        isLikely: name == "flatMapLatest")
    }
  }

  private func edit(
    _ outer: Chain, _ index: Int, _ inner: Chain, _ name: String, head: String, source: String, taking: String
  ) -> TextEdit {
    let (file, range) = (outer.file, outer.links[index].range)
    let line =
      outer.startsLine(index) ? file.indentation(range.lowerBound) : file.indentation(outer.expression.start)
    // A call that begins a line: where the outer one does, or a step further in.
    let below = outer.startsLine(index) ? line : line + file.indentUnit
    let subscribing = ".subscribe(next: \(taking))"
    let innerLine = file.indentation(inner.links.last?.range.upperBound ?? 0)
    let before = file.text(file.lineStart(range.lowerBound)..<range.lowerBound).count
    let short = ".\(name) { \(head)\(source) }"
    if !source.contains(where: \.isNewline), before + short.count <= file.width {
      let after = file.text(range.upperBound..<file.lineEnd(range.upperBound)).count
      let fits =
        !outer.startsLine(index) && !subscribing.contains(where: \.isNewline)
        && before + short.count + subscribing.count + after <= file.width
      return TextEdit(
        range,
        short
          + (fits ? subscribing : file.newline + below + Self.moved(subscribing, from: innerLine, to: below)))
    }
    let step = line + file.indentUnit
    let body = Self.moved(source, from: file.indentation(inner.expression.start), to: step)
    // Without parameters and captures the closure begins with its statement.
    let opened = head.isEmpty ? "{" : "{ " + head.trimmingBlanks
    return TextEdit(
      range,
      ".\(name) \(opened)\(file.newline)\(step)\(body)\(file.newline)\(line)}\(file.newline)\(line)"
        + Self.moved(subscribing, from: innerLine, to: line))
  }

  /// The statement that the chain is, with or without its handle.
  private static func item(of chain: Chain) throws(Refusal) -> CodeBlockItemSyntax? {
    if let item = chain.expression.parent?.as(CodeBlockItemSyntax.self) { return item }
    switch try Statement(chain) {
    case .thrownAway(let item, _), .alone(let item), .named(_, let item): return item
    case .assigned: return nil
    }
  }

  /// The lines of a text below its first one, with another indentation.
  private static func moved(_ text: String, from old: String, to new: String) -> String {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.enumerated().map { number, line in
      number > 0 && line.hasPrefix(old) ? new + line.dropFirst(old.count) : String(line)
    }.joined(separator: "\n")
  }

  /// The comments in a part of a file, but for its parts that stay as they are.
  private static func comments(_ tree: SourceFileSyntax, _ range: Range<Int>, but kept: [Range<Int>])
    -> [String]
  {
    var found: [String] = []
    for token in tree.tokens(viewMode: .sourceAccurate)
    where token.position.utf8Offset < range.upperBound && token.endPosition.utf8Offset > range.lowerBound {
      for (trivia, place) in [(token.leadingTrivia, token.start), (token.trailingTrivia, token.end)]
      where range.contains(place) && !kept.contains(where: { $0.lowerBound < place && place < $0.upperBound })
      {
        for piece in trivia {
          switch piece {
          case .lineComment(let text), .blockComment(let text), .docLineComment(let text),
            .docBlockComment(let text):
            found.append(text)
          default: continue
          }
        }
      }
    }
    return found
  }

  /// The receiver of the values, of a subscription with no other closure.
  private static func values(of call: FunctionCallExprSyntax) -> ExprSyntax? {
    guard call.arguments.count == 1, call.trailingClosure == nil, call.arguments.first?.label?.text == "next"
    else {
      return nil
    }
    return call.arguments.first?.expression
  }

  private static func head(_ captures: [ClosureCaptureSyntax], _ parameters: String?) -> String {
    let list = captures.isEmpty ? nil : "[\(captures.map(text).joined(separator: ", "))]"
    let parts = [list, parameters].compactMap { $0 }
    return parts.isEmpty ? "" : parts.joined(separator: " ") + " in "
  }

  private static func text(_ capture: ClosureCaptureSyntax) -> String {
    var text = capture.trimmedDescription
    if text.hasSuffix(",") { text.removeLast() }
    return text
  }

  /// A receiver of values, with the captures that it had from the closure around it.
  private static func capturing(_ report: ExprSyntax, _ captures: [ClosureCaptureSyntax]) -> String? {
    let text = report.trimmedDescription
    guard let closure = report.as(ClosureExprSyntax.self) else { return captures.isEmpty ? text : nil }
    let own = Set(closure.signature?.capture?.items.map(\.name.text) ?? [])
    let missing = captures.filter { !own.contains($0.name.text) }.map(Self.text).joined(separator: ", ")
    if missing.isEmpty { return text }
    let bytes = Array(text.utf8)
    let start = closure.start
    func put(_ added: String, at offset: Int) -> String {
      TextEdit.insert(added, at: offset - start).applied(to: bytes)
    }
    if let first = closure.signature?.capture?.items.first { return put(missing + ", ", at: first.start) }
    if let signature = closure.signature { return put("[\(missing)] ", at: signature.start) }
    return put(" [\(missing)] in", at: closure.leftBrace.end)
  }
}

extension ClosureExprSyntax {
  /// The names of its parameters: `$0` where it has none.
  var parameterNames: Set<String> {
    switch signature?.parameterClause {
    case .simpleInput(let names): Set(names.map(\.name.text))
    case .parameterClause(let clause): Set(clause.parameters.map { ($0.secondName ?? $0.firstName).text })
    case nil: []
    }
  }
}

extension TextEdit {
  fileprivate func applied(to bytes: [UInt8]) -> String { [self].applied(to: bytes) }
}

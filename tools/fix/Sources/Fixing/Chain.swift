import SwiftSyntax

/// A chain of calls as it stands in the source: `root.first(…).second { … }`, with the places of its parts.
struct Chain {
  /// One part of a chain: the first one stands before the first period.
  struct Link {
    /// Nil for a property, and for a root that is no call.
    let call: FunctionCallExprSyntax?
    /// The name that is called or read; empty for a root that has none.
    let name: String
    /// From the period (the root: from its first character) to the end, without the rest of the line.
    let range: Range<Int>

    /// The labels of its arguments: empty for one without a label.
    var labels: [String] { call?.arguments.map { $0.label?.text ?? "" } ?? [] }
    /// The closures that are given to it, first to last.
    var closures: [ClosureExprSyntax] {
      guard let call else { return [] }
      return call.arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) }
        + [call.trailingClosure].compactMap { $0 } + call.additionalTrailingClosures.map(\.closure)
    }
  }

  let file: SourceFile
  /// The whole of it.
  let expression: ExprSyntax
  let links: [Link]

  /// The chain that a call is a link of.
  init(around call: FunctionCallExprSyntax, in file: SourceFile) throws(Refusal) {
    self.file = file
    var top = Syntax(call)
    while let parent = top.parent, Self.base(of: parent)?.id == top.id { top = parent }
    guard let expression = top.as(ExprSyntax.self) else {
      throw Refusal("\(file.path) cannot be understood.")
    }
    self.expression = expression

    var links: [Link] = []
    var node = expression
    // The end of a link with a mark behind it (`?`, `!`, a subscript) is the end of the mark.
    var end: Int?
    while true {
      if node.is(PostfixIfConfigExprSyntax.self) || node.is(MacroExpansionExprSyntax.self) {
        throw Refusal("The chain at \(file.path):\(file.line(call.end)) has an #if or a macro in it.")
      }
      let called = node.as(FunctionCallExprSyntax.self)
      if let access = (called?.calledExpression ?? node).as(MemberAccessExprSyntax.self),
        let base = access.base
      {
        links.append(
          Link(
            call: called, name: access.declName.baseName.text, range: access.period.start..<(end ?? node.end))
        )
        end = nil
        node = base
      } else if called == nil, let base = Self.base(of: Syntax(node)) {
        end = end ?? node.end
        node = base
      } else {
        links.append(
          Link(
            call: called, name: Self.rootName(called?.calledExpression ?? node),
            range: node.start..<(end ?? node.end)))
        break
      }
    }
    self.links = links.reversed()
  }

  /// The expression before a link.
  private static func base(of node: Syntax) -> ExprSyntax? {
    if let access = node.as(MemberAccessExprSyntax.self) { return access.base }
    if let call = node.as(FunctionCallExprSyntax.self) { return call.calledExpression }
    if let mark = node.as(OptionalChainingExprSyntax.self) { return mark.expression }
    if let mark = node.as(ForceUnwrapExprSyntax.self) { return mark.expression }
    if let subscripted = node.as(SubscriptCallExprSyntax.self) { return subscripted.calledExpression }
    if let config = node.as(PostfixIfConfigExprSyntax.self) { return config.base }
    return nil
  }

  private static func rootName(_ node: ExprSyntax) -> String {
    if let name = node.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
    // `.create { … }` of a type that is inferred.
    if let access = node.as(MemberAccessExprSyntax.self) { return access.declName.baseName.text }
    return ""
  }

  func index(of call: FunctionCallExprSyntax) throws(Refusal) -> Int {
    if let index = links.firstIndex(where: { $0.call?.id == call.id }) { return index }
    throw Refusal("The chain at \(file.path):\(file.line(call.end)) cannot be taken apart.")
  }

  func text(_ index: Int) -> String { file.text(links[index].range) }

  /// Whether a link is the first on its line.
  func startsLine(_ index: Int) -> Bool { index > 0 && file.isFirstOnLine(links[index].range.lowerBound) }

  func hasSeveralLines(_ index: Int) -> Bool {
    file.line(links[index].range.lowerBound) != file.line(links[index].range.upperBound)
  }
}

// MARK: - Changes that keep the layout

extension Chain {
  /// Puts a call behind a link: on a line of its own where the links beside it have one, or where it would not fit.
  func appending(_ call: String, after index: Int) -> TextEdit {
    let end = links[index].range.upperBound
    let next = index + 1 < links.count ? index + 1 : nil
    let nextStartsLine = next.map { startsLine($0) } ?? false
    // Between a root and the first link on a line of its own, the first link says how it is done.
    let model = startsLine(index) ? index : nextStartsLine ? next : nil
    let isLast = file.isLastOnLine(end)
    if let model {
      let indentation = file.indentation(links[model].range.lowerBound)
      let text = file.newline + indentation + call
      return .insert(text, at: isLast ? file.lineEnd(end) : end)
    }
    guard file.lineLength(end) + call.prefix(while: { !$0.isNewline }).count > file.width else {
      return .insert(call, at: end)
    }
    let text = file.newline + indentationBelow + call
    return .insert(text, at: isLast ? file.lineEnd(end) : end)
  }

  /// The indentation of a link that begins a line below the chain's first one.
  private var indentationBelow: String { file.indentation(expression.start) + file.indentUnit }

  /// Takes a link out of the chain: its line, if it has one to itself.
  func removing(_ index: Int) -> TextEdit {
    let range = links[index].range
    if startsLine(index), file.isLastOnLine(range.upperBound) {
      return .remove(file.lineStart(range.lowerBound)..<file.nextLineStart(range.upperBound))
    }
    return .remove(range)
  }

  /// Moves the link at `index` behind the link at `target`, which is further down.
  func moving(_ index: Int, below target: Int) throws(Refusal) -> [TextEdit] {
    let (range, end) = (links[index].range, links[target].range.upperBound)
    if startsLine(index), startsLine(index + 1) {
      // A line with all that belongs to it: the comments above it and behind it.
      let block = file.nextLineStart(links[index - 1].range.upperBound)..<file.nextLineStart(range.upperBound)
      if file.isLastOnLine(end), file.nextLineStart(end) > end {
        return [.remove(block), .insert(file.text(block), at: file.nextLineStart(end))]
      }
      guard file.text(block).trimmingBlanks == text(index) else {
        throw Refusal("A comment at \(file.path):\(file.line(range.lowerBound)) would lose its place.")
      }
      return [.remove(block), appending(text(index), after: target)]
    }
    if file.line(range.lowerBound) == file.line(end) {
      // As long as before.
      return [.remove(range), .insert(text(index), at: end)]
    }
    let isOneLine = file.line(range.lowerBound) == file.line(links[target].range.lowerBound)
    if isOneLine || !file.isLastOnLine(range.upperBound) {
      return [.remove(range), appending(text(index), after: target)]
    }
    if let rotated = rotating(index, to: target) { return rotated }
    return [.remove(range), appending(text(index), after: target)]
  }

  /// The links from `index` to `target` change places, and the layout stays. Nil where comments or the width are in the way.
  private func rotating(_ index: Int, to target: Int) -> [TextEdit]? {
    let slots = Array(index...target)
    let bodies = Array(slots.dropFirst()) + [index]
    var edits: [TextEdit] = []
    for (slot, body) in zip(slots, bodies) {
      let range = links[slot].range
      // A comment stays with its operator.
      let hasComment =
        file.isLastOnLine(range.upperBound)
        && file.text(range.upperBound..<file.lineEnd(range.upperBound)).contains("//")
      if slot != index, hasComment { return nil }
      guard let text = reindented(body, from: links[body].range, to: range) else { return nil }
      let first = text.prefix { !$0.isNewline }.count
      let before = file.text(file.lineStart(range.lowerBound)..<range.lowerBound).count
      let after = file.text(range.upperBound..<file.lineEnd(range.upperBound)).count
      if before + first + after > file.width { return nil }
      edits.append(TextEdit(range, text))
    }
    return edits
  }

  /// The text of a link with the indentation of another line. Nil where a text of several lines is in it.
  private func reindented(_ body: Int, from old: Range<Int>, to new: Range<Int>) -> String? {
    let text = text(body)
    let (before, after) = (file.indentation(old.lowerBound), file.indentation(new.lowerBound))
    guard hasSeveralLines(body), before != after else { return text }
    if text.contains("\"\"\"") { return nil }
    let lines = text.split(separator: file.newline.first ?? "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { number, line in
      number == 0 || !line.hasPrefix(before) ? String(line) : after + line.dropFirst(before.count)
    }.joined(separator: file.newline)
  }
}

extension String {
  var trimmingBlanks: String {
    var text = Substring(self)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text.drop { $0.isWhitespace })
  }
}

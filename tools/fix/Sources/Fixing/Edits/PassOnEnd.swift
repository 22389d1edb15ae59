import SwiftSyntax

/// Lets the closure of a `create` tell its subscriber when its source ends.
struct PassOnEnd: Edit {
  let answers: Set<String> = ["passOnEnd"]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (chain, index) = try problem.call("site")
    let (link, file) = (chain.links[index], chain.file)
    let place = "\(file.path):\(file.line(link.range.lowerBound))"
    guard link.closures.count == 1, let closure = link.closures.first, let subscriber = closure.firstParameter
    else {
      throw Refusal("\(link.name) at \(place) has no closure with a subscriber.")
    }
    let search = SubscribeSearch(viewMode: .sourceAccurate)
    search.walk(closure.statements)
    guard search.calls.count == 1, let call = search.calls.first else {
      throw Refusal(
        "The closure of \(link.name) at \(place) subscribes \(search.calls.count) times: which end is meant?")
    }
    var edits: [TextEdit] = []
    var told: [String] = []
    var missing: [(label: String, value: String)] = []
    for (label, statement) in [
      ("error", "\(subscriber).error($0)"), ("completed", "\(subscriber).completed()"),
    ] {
      if let argument = call.arguments.first(where: { $0.label?.text == label }) {
        // A function that was made elsewhere may do it, and an error may be meant to be kept back.
        guard let body = argument.expression.as(ClosureExprSyntax.self), label == "completed",
          !NameSearch.names(in: body.statements).contains(subscriber)
        else { continue }
        edits.append(Self.appending(statement, to: body, in: file))
      } else {
        missing.append((label, "{ \(statement) }"))
      }
      told.append(label)
    }
    edits += try Self.arguments(missing, to: call, in: file)
    if edits.isEmpty { throw Refusal("The closure of \(link.name) at \(place) seems to pass on both ends.") }
    return [
      Way(
        effect:
          "\(link.name) tells its subscriber of its source's end (\(told.joined(separator: ", "))).",
        file: file, edits: edits)
    ]
  }

  /// Puts a statement last into a closure.
  private static func appending(_ statement: String, to closure: ClosureExprSyntax, in file: SourceFile)
    -> TextEdit
  {
    guard let last = closure.statements.last else {
      let head = closure.signature?.end ?? closure.leftBrace.end
      return TextEdit(head..<closure.rightBrace.start, " \(statement) ")
    }
    if file.isFirstOnLine(last.start) {
      return .insert(file.newline + file.indentation(last.start) + statement, at: file.lineEnd(last.end))
    }
    let outer = file.indentation(closure.start)
    let head = closure.signature?.end ?? closure.leftBrace.end
    let lines = (closure.statements.map(\.trimmedDescription) + [statement]).map {
      outer + file.indentUnit + $0 + file.newline
    }
    return TextEdit(head..<closure.rightBrace.start, file.newline + lines.joined() + outer)
  }

  /// The order of the parameters of `subscribe`.
  private static let labels = ["next", "error", "completed", "disposed"]

  /// Puts arguments into a call, each as the one before it stands: on its line, or on one of its own.
  private static func arguments(
    _ missing: [(label: String, value: String)], to call: FunctionCallExprSyntax, in file: SourceFile
  ) throws(Refusal) -> [TextEdit] {
    guard !missing.isEmpty else { return [] }
    guard let open = call.leftParen, call.rightParen != nil, call.trailingClosure == nil else {
      throw Refusal(
        "The subscription at \(file.path):\(file.line(call.start)) has no list of arguments to add to.")
    }
    var places: [(argument: LabeledExprSyntax, texts: [String])] = []
    for (label, value) in missing {
      let before = labels.prefix { $0 != label }
      guard let argument = call.arguments.last(where: { before.contains($0.label?.text ?? "") }) else {
        throw Refusal(
          "The subscription at \(file.path):\(file.line(call.start)) takes no values: which end is meant?")
      }
      if places.last?.argument.id == argument.id {
        places[places.count - 1].texts.append("\(label): \(value)")
      } else {
        places.append((argument, ["\(label): \(value)"]))
      }
    }
    return places.flatMap { place -> [TextEdit] in
      let end = place.argument.expression.end
      if file.isFirstOnLine(place.argument.start) {
        let separator = "," + file.newline + file.indentation(place.argument.start)
        return [.insert(place.texts.map { separator + $0 }.joined(), at: end)]
      }
      let text = place.texts.map { ", " + $0 }.joined()
      if file.lineLength(end) + text.count <= file.width || file.line(open.start) != file.line(end) {
        return [.insert(text, at: end)]
      }
      // All of them on the next line, as swift-format breaks a list; then one a line.
      let below = file.newline + file.indentation(open.start) + file.indentUnit
      let rest = file.text(open.end..<file.lineEnd(end)).count + text.count + below.count - 1
      return [
        .insert(below, at: open.end),
        .insert(rest <= file.width ? text : place.texts.map { "," + below + $0 }.joined(), at: end),
      ]
    }
  }
}

extension ClosureExprSyntax {
  /// The name of its first parameter; nil where it has none, or only numbers.
  var firstParameter: String? {
    switch signature?.parameterClause {
    case .simpleInput(let names): names.first?.name.text
    case .parameterClause(let clause): clause.parameters.first.map { ($0.secondName ?? $0.firstName).text }
    case nil: nil
    }
  }
}

/// The calls of `subscribe` with arguments.
private final class SubscribeSearch: SyntaxVisitor {
  private(set) var calls: [FunctionCallExprSyntax] = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.calledName?.text == "subscribe" { calls.append(node) }
    return .visitChildren
  }
}

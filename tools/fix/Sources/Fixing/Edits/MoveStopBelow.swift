import SwiftSyntax

/// Moves the operator that stops a chain below the flattening one: a stop then ends the inner signals, too.
struct MoveStopBelow: Edit {
  let answers: Set<String> = ["moveStopBelow", "stopBelow"]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (stopping, stop) = try problem.call("stop")
    let (flattening, target) = try problem.call("flattening")
    let link = stopping.links[stop]
    try Self.refuseUnmovable(link, of: stopping, problem.advice)
    guard stopping.file === flattening.file else {
      throw Refusal("\(link.name) and \(flattening.links[target].name) are in two files.")
    }
    let name = flattening.links[target].name
    if stopping.expression.id == flattening.expression.id {
      guard stop < target else { throw Refusal("\(link.name) stands below \(name) already.") }
      return [try way(stopping, stop, below: target)]
    }
    if let helper = Self.helper(flattening, in: stopping, after: stop) {
      return [try way(stopping, stop, below: helper)]
    }
    if let call = flattening.links[target].call, Self.isArgument(stopping.expression, of: call) {
      let text = stopping.text(stop)
      return [
        Way(
          effect: "\(link.name) stops all inputs of \(name), not only one.", file: stopping.file,
          edits: [stopping.removing(stop), flattening.appending(text, after: target)])
      ]
    }
    return [try copy(stopping, stop, to: flattening, target)]
  }

  private func way(_ chain: Chain, _ stop: Int, below target: Int) throws(Refusal) -> Way {
    let (stopName, name) = (chain.links[stop].name, chain.links[target].name)
    return Way(
      effect:
        "\(stopName) stands below \(name): a stop ends the inner signals of \(name) as well, and its values stop at once.",
      file: chain.file, edits: try chain.moving(stop, below: target))
  }

  /// The stop stays where it is, for others may need it there, and stands below the flattening operator as well.
  private func copy(_ stopping: Chain, _ stop: Int, to chain: Chain, _ target: Int) throws(Refusal) -> Way {
    let (link, name) = (stopping.links[stop], chain.links[target].name)
    let scope = Scope(chain.links[target].call.map { Syntax($0) } ?? Syntax(chain.expression), in: chain.file)
    for argument in link.call?.arguments ?? [] {
      guard Scope(stopping.expression, in: stopping.file).means(argument.expression, at: scope) else {
        throw Refusal(
          "\(argument.expression.trimmedDescription) at \(stopping.file.path):\(stopping.file.line(link.range.lowerBound)) is "
            + "not known where \(name) is.")
      }
    }
    return Way(
      effect:
        "\(link.name) stands below \(name) as well: a stop ends the inner signals of \(name), and its values stop at once.",
      file: chain.file, edits: [chain.appending(stopping.text(stop), after: target)])
  }

  /// A stop that counts values, or looks at them, would see others further down.
  private static func refuseUnmovable(_ link: Chain.Link, of chain: Chain, _ advice: Advice) throws(Refusal) {
    let label = link.labels.first ?? ""
    let isSignal = link.closures.isEmpty && label == "until" && advice.kind == "moveStopBelow"
    guard link.name == "take", link.call?.arguments.isEmpty == false,
      isSignal || label == "during" || label == "for"
    else {
      throw Refusal(
        "\(link.name)\(label.isEmpty ? "" : "(\(label):)") looks at the values: below it would see others, so it cannot be moved."
      )
    }
  }

  /// The link of `chain` that calls the function in which the other chain stands.
  private static func helper(_ inner: Chain, in chain: Chain, after index: Int) -> Int? {
    let function = inner.expression.enclosing(FunctionDeclSyntax.self)?.name.text
    guard let function else { return nil }
    return chain.links.indices.first { $0 > index && chain.links[$0].name == function }
  }

  /// Whether an expression is an argument of a call, or a part of one, and in no closure.
  private static func isArgument(_ expression: ExprSyntax, of call: FunctionCallExprSyntax) -> Bool {
    for node in expression.ancestors {
      if node.id == call.arguments.id { return true }
      if node.is(ClosureExprSyntax.self) || node.id == call.id { return false }
    }
    return false
  }
}

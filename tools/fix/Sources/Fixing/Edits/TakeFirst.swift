import SwiftSyntax

/// Ends a subscription with its first value, where one answer is all that is awaited.
struct TakeFirst: Edit {
  let answers: Set<String> = [
    "keepHandle", "keepInnerHandle", "giveItAnEnd", "endEachBeforeNext", "endAll", "sendStop",
  ]

  /// Methods that a closure calls once for all: a second call would be a mistake, or useless.
  private static let onceOnly: Set<String> = ["resume", "signal", "leave", "fulfill", "raise"]

  func ways(_ problem: Problem) throws(Refusal) -> [Way] {
    let (chain, index) = try problem.call("site")
    let link = chain.links[index]
    guard index > 0, link.name.hasPrefix("subscribe"), link.labels.contains("next") || !link.closures.isEmpty
    else {
      throw Refusal("\(link.name) is no subscription of which the first value could be the last.")
    }
    let isAwaited = problem.advice.kind == "endEachBeforeNext" || Self.answersOnce(link)
    guard isAwaited else { throw Refusal("Nothing at \(chain.file.path) says that one value is enough.") }
    return [
      Way(
        effect:
          "take(1): the first value is the answer; the subscription ends with it, and later values are not sent.",
        file: chain.file, edits: [chain.appending(".take(1)", after: index - 1)], isLikely: true)
    ]
  }

  private static func answersOnce(_ link: Chain.Link) -> Bool {
    // The first closure takes the values, the others the end.
    guard let call = link.call else { return false }
    let receivers = call.arguments.filter { $0.label == nil || $0.label?.text == "next" }
      .compactMap { $0.expression.as(ClosureExprSyntax.self) }
    return (receivers + [call.trailingClosure].compactMap { $0 }).contains { closure in
      let search = CalledNames(viewMode: .sourceAccurate)
      search.walk(closure)
      return !search.names.isDisjoint(with: onceOnly)
    }
  }
}

/// The names of the methods that are called in a part of a file.
final class CalledNames: SyntaxVisitor {
  private(set) var names: Set<String> = []

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let access = node.calledExpression.as(MemberAccessExprSyntax.self) {
      names.insert(access.declName.baseName.text)
    }
    return .visitChildren
  }
}

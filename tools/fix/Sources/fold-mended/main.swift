import Foundation
import SwiftParser
import SwiftSyntax

// fold-mended false|true IN OUT    copies the Swift files of a folder. A program of the corpus has its fault and its repair side
//                                  by side (`mended ? a : b`): the copies have one of them alone, as a user's program would, each
//                                  statement on the line where it was.
let arguments = CommandLine.arguments
guard arguments.count == 4, let isMended = Bool(arguments[1]) else {
  print("fold-mended: type fold-mended false|true IN OUT")
  exit(64)
}
let (source, target) = (URL(fileURLWithPath: arguments[2]), URL(fileURLWithPath: arguments[3]))
let walk = FileManager.default.enumerator(at: source, includingPropertiesForKeys: nil)
while let file = walk?.nextObject() as? URL {
  guard file.pathExtension == "swift" else { continue }
  let path = file.standardizedFileURL.path.dropFirst(source.standardizedFileURL.path.count)
  let copy = URL(fileURLWithPath: target.path + path)
  try FileManager.default.createDirectory(
    at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
  let text = try String(contentsOf: file, encoding: .utf8)
  let folded = text.contains("let mended =") ? text : folding(text, isMended)
  try folded.write(to: copy, atomically: true, encoding: .utf8)
}

/// Takes the outermost decision first, until there is none.
func folding(_ text: String, _ isMended: Bool) -> String {
  var text = text
  while text.contains("mended") {
    let search = Decisions(isMended)
    search.walk(Parser.parse(source: text))
    guard !search.kept.isEmpty || !search.literals.isEmpty else { break }
    text =
      search.kept.isEmpty
      ? replacing(text, search.literals.map { ($0, "\(isMended)") }) : keeping(text, search.kept[0])
  }
  return text
}

/// The text with a part of it taken out, but for a piece that is kept; the lines stay.
func keeping(_ text: String, _ decision: (whole: Range<Int>, kept: Range<Int>)) -> String {
  let bytes = Array(text.utf8)
  // The kept piece stays in its column, too, where a line begins with it.
  func lines(_ range: Range<Int>) -> String {
    let lines = bytes[range].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count > 1 else { return "" }
    return String(repeating: "\n", count: lines.count - 1)
      + String(repeating: " ", count: lines.last?.count ?? 0)
  }
  return replacing(
    text,
    [
      (
        decision.whole.lowerBound..<decision.kept.lowerBound,
        lines(decision.whole.lowerBound..<decision.kept.lowerBound)
      ),
      (
        decision.kept.upperBound..<decision.whole.upperBound,
        lines(decision.kept.upperBound..<decision.whole.upperBound)
      ),
    ])
}

func replacing(_ text: String, _ edits: [(range: Range<Int>, text: String)]) -> String {
  var bytes = Array(text.utf8)
  for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
    bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Where the program asks whether it is mended.
final class Decisions: SyntaxVisitor {
  private let isMended: Bool
  /// Each decision, and the piece of it that is kept.
  private(set) var kept: [(whole: Range<Int>, kept: Range<Int>)] = []
  /// Questions within other conditions.
  private(set) var literals: [Range<Int>] = []

  init(_ isMended: Bool) {
    self.isMended = isMended
    super.init(viewMode: .sourceAccurate)
  }

  private func answer(_ expression: ExprSyntax?) -> Bool? {
    guard let expression else { return nil }
    if expression.as(DeclReferenceExprSyntax.self)?.baseName.text == "mended" { return isMended }
    if let prefix = expression.as(PrefixOperatorExprSyntax.self), prefix.operator.text == "!" {
      return answer(prefix.expression).map { !$0 }
    }
    return nil
  }

  private func answer(_ conditions: ConditionElementListSyntax) -> Bool? {
    guard conditions.count == 1, case .expression(let expression)? = conditions.first?.condition else {
      return nil
    }
    return answer(expression)
  }

  private func range(_ node: some SyntaxProtocol) -> Range<Int> {
    node.positionAfterSkippingLeadingTrivia.utf8Offset..<node.endPositionBeforeTrailingTrivia.utf8Offset
  }

  private func keep(_ statements: CodeBlockItemListSyntax?, of whole: Range<Int>) {
    guard let statements, let first = statements.first, let last = statements.last else {
      return kept.append((whole, whole.upperBound..<whole.upperBound))
    }
    kept.append((whole, range(first).lowerBound..<range(last).upperBound))
  }

  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind {
    guard let isTrue = answer(node.conditions) else { return .visitChildren }
    if isTrue {
      keep(node.body.statements, of: range(node))
    } else {
      switch node.elseBody {
      case .codeBlock(let block)?: keep(block.statements, of: range(node))
      case .ifExpr(let other)?: kept.append((range(node), range(other)))
      case nil: keep(nil, of: range(node))
      }
    }
    return .skipChildren
  }

  override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
    guard let isTrue = answer(node.conditions) else { return .visitChildren }
    if isTrue {
      keep(nil, of: range(node))
    } else if let item = node.parent?.as(CodeBlockItemSyntax.self),
      let last = item.parent?.as(CodeBlockItemListSyntax.self)?.last
    {
      // Nothing below is reached.
      keep(node.body.statements, of: range(node).lowerBound..<range(last).upperBound)
    }
    return .skipChildren
  }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    let elements = Array(node.elements)
    for (index, element) in elements.enumerated() {
      guard let ternary = element.as(UnresolvedTernaryExprSyntax.self), index > 0,
        let isTrue = answer(elements[index - 1]), let last = elements.last,
        // The answer of an assignment's right side, or of all of it: nothing else binds closer.
        index == 1 || elements[index - 2].is(AssignmentExprSyntax.self)
      else { continue }
      let start = range(elements[index - 1]).lowerBound
      var whole = start..<range(last).upperBound
      let value =
        isTrue
        ? range(ternary.thenExpression) : range(elements[index + 1]).lowerBound..<range(last).upperBound
      // Parentheses that nothing needs any more.
      if index == 1, let tuple = node.parent?.parent?.parent?.as(TupleExprSyntax.self),
        tuple.elements.count == 1,
        tuple.parent?.is(MemberAccessExprSyntax.self) == true, isTrue || elements.count == 3
      {
        whole = range(tuple)
      }
      kept.append((whole, value))
      return .skipChildren
    }
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if node.baseName.text == "mended",
      node.parent?.is(MemberAccessExprSyntax.self) != true
        || node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id
    {
      literals.append(range(node))
    }
    return .visitChildren
  }
}

import SwiftSyntax

extension SourceFile {
  /// Puts a statement first into a body.
  func opening(_ body: CodeBlockSyntax, with statement: String) -> TextEdit {
    let (open, close) = (body.leftBrace.end, body.rightBrace.start)
    let outer = indentation(body.leftBrace.start)
    guard let first = body.statements.first else {
      if text(open..<close).contains("/") {
        return .insert(newline + outer + indentUnit + statement, at: open)
      }
      return TextEdit(open..<close, " \(statement) ")
    }
    if isFirstOnLine(first.start) {
      return .insert(statement + newline + indentation(first.start), at: first.start)
    }
    let lines = ([statement] + body.statements.map(\.trimmedDescription)).map {
      outer + indentUnit + $0 + newline
    }
    return TextEdit(open..<close, newline + lines.joined() + outer)
  }
}

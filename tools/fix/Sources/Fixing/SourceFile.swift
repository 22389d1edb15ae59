import SwiftParser
import SwiftSyntax

/// A source file: its text in bytes, its lines and its syntax. Places are offsets in bytes.
final class SourceFile {
  /// The path that a patch names.
  let path: String
  let text: String
  let bytes: [UInt8]
  let tree: SourceFileSyntax
  /// Where each line begins.
  private let lineStarts: [Int]

  /// The widest line that an edit makes, as swift-format's configuration of the project would say.
  let width: Int

  init(path: String, text: String, width: Int = 110) {
    self.path = path
    self.text = text
    self.width = width
    bytes = Array(text.utf8)
    tree = Parser.parse(source: text)
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(offset + 1) }
    lineStarts = starts
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The number of the line with this byte, from 1.
  func line(_ offset: Int) -> Int {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// Where the line with this byte begins.
  func lineStart(_ offset: Int) -> Int { lineStarts[line(offset) - 1] }

  /// Where the text of the line with this byte ends, before the characters that end it.
  func lineEnd(_ offset: Int) -> Int {
    let next = lineStarts.indices.contains(line(offset)) ? lineStarts[line(offset)] - 1 : bytes.count
    return next > lineStart(offset) && next < bytes.count && bytes[next - 1] == UInt8(ascii: "\r")
      ? next - 1 : next
  }

  /// Where the line after the one with this byte begins; the end of the text after the last line.
  func nextLineStart(_ offset: Int) -> Int {
    lineStarts.indices.contains(line(offset)) ? lineStarts[line(offset)] : bytes.count
  }

  /// The blanks with which the line with this byte begins.
  func indentation(_ offset: Int) -> String {
    let start = lineStart(offset)
    return text(start..<(bytes[start...].firstIndex { !Self.isBlank($0) } ?? bytes.count))
  }

  /// Whether nothing but blanks stands before it on its line.
  func isFirstOnLine(_ offset: Int) -> Bool { bytes[lineStart(offset)..<offset].allSatisfy(Self.isBlank) }

  /// Whether nothing but blanks and a comment stands from there to the end of the line.
  func isLastOnLine(_ offset: Int) -> Bool {
    let rest = bytes[offset..<lineEnd(offset)].drop(while: Self.isBlank)
    return rest.isEmpty || rest.starts(with: Array("//".utf8))
  }

  /// How many characters the line with this byte has.
  func lineLength(_ offset: Int) -> Int { text(lineStart(offset)..<lineEnd(offset)).count }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// The characters that end a line.
  var newline: String { text.utf8.firstIndex(of: UInt8(ascii: "\r")) == nil ? "\n" : "\r\n" }

  /// By how much a line below another one is indented: the smallest step that the file takes.
  lazy var indentUnit: String = {
    var smallest = 8
    for start in lineStarts {
      let indentation = indentation(start)
      if indentation.contains("\t") { return "\t" }
      if indentation.count > 1 { smallest = min(smallest, indentation.count) }
    }
    return String(repeating: " ", count: smallest == 8 ? 2 : smallest)
  }()
}

extension SyntaxProtocol {
  /// The first byte of its own text, without blanks and comments before it.
  var start: Int { positionAfterSkippingLeadingTrivia.utf8Offset }
  /// The end of its own text, without the rest of the line.
  var end: Int { endPositionBeforeTrailingTrivia.utf8Offset }

  /// The nearest node around this one that is of a type.
  func enclosing<Node: SyntaxProtocol>(_ type: Node.Type) -> Node? {
    for node in ancestors {
      if let found = node.as(type) { return found }
    }
    return nil
  }

  /// The nodes around this one, from the nearest on.
  var ancestors: UnfoldSequence<Syntax, Syntax?> {
    sequence(state: Syntax(self).parent) { node in
      let current = node
      node = node?.parent
      return current
    }
  }
}

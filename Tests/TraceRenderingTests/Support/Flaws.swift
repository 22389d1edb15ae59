@testable import TraceRendering

/// What is wrong with a text as a terminal would show it: lines wider than the page, characters that do
/// something, spaces at the end.
func flaws(in text: String, on page: Page) -> [String] {
  var flaws: [String] = []
  for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
    let width = line.unicodeScalars.reduce(0) { $0 + $1.displayWidth }
    if width > page.width {
      flaws.append("line \(number + 1) takes \(width) of \(page.width) columns: \(line)")
    }
    if line.last == " " { flaws.append("line \(number + 1) ends in a space") }
    for scalar in line.unicodeScalars {
      let isAllowed =
        page.charset == .ascii
        ? (0x20...0x7e).contains(scalar.value) : Escaping()("a" + String(scalar)).text == "a" + String(scalar)
      if !isAllowed { flaws.append("line \(number + 1) has U+\(String(scalar.value, radix: 16))") }
    }
  }
  if !text.hasSuffix("\n") { flaws.append("no line feed at the end") }
  return flaws
}

/// The numbers in a text, without those in names that were cut.
func numbers(in text: String) -> Set<String> {
  var numbers: Set<String> = []
  var digits = ""
  for character in text + " " {
    if character.isNumber || character == "." && !digits.isEmpty {
      digits.append(character)
    } else {
      while digits.last == "." { digits.removeLast() }
      if !digits.isEmpty, character != "…" { numbers.insert(digits) }
      digits = ""
    }
  }
  return numbers
}

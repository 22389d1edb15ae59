import Glibc

/// A program's name and arguments, byte for byte: they need not be UTF-8.
struct CommandLineWords {
  /// Each without the final zero.
  let words: [[UInt8]]

  init(_ words: [String]) {
    self.init(bytes: words.map { Array($0.utf8) })
  }

  init(bytes: [[UInt8]]) {
    words = bytes
  }

  /// The same words as this process was given them, where they are the end of its own command line: argument
  /// parsing has made strings of them, which loses bytes that are not UTF-8.
  init(parsed: [String], from arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, count: Int32) {
    let raw = (0..<Int(count)).compactMap { arguments[$0] }.suffix(parsed.count)
    if raw.map({ String(cString: $0) }) == parsed {
      self.init(bytes: raw.map { word in Array(UnsafeRawBufferPointer(start: word, count: strlen(word))) })
    } else {
      self.init(parsed)
    }
  }

  /// The program's name as it was typed.
  var program: String { words.first.map { String(decoding: $0, as: UTF8.self) } ?? "" }

  /// Calls `body` with the words as `exec` wants them.
  func withArguments<Result>(_ body: ([UnsafeMutablePointer<CChar>?]) throws -> Result) rethrows -> Result {
    let copies = words.map { Self.copy($0) }
    defer { for copy in copies { copy.deallocate() } }
    return try body(copies + [nil])
  }

  static func copy(_ word: [UInt8]) -> UnsafeMutablePointer<CChar> {
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: word.count + 1)
    for (index, byte) in word.enumerated() { copy[index] = CChar(bitPattern: byte) }
    copy[word.count] = 0
    return copy
  }
}

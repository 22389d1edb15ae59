import TraceFormat

/// A text's bytes, or as many as may be kept, ending in an ellipsis.
struct CutText {
  private static let ellipsis: StaticString = "…"

  private let kept: UnsafeRawBufferPointer
  private let isCut: Bool

  /// Keeps at most `longest` bytes and never part of a character.
  init(_ utf8: UnsafeBufferPointer<UInt8>, longest: Int) {
    let bytes = UnsafeRawBufferPointer(utf8)
    isCut = bytes.count > longest
    guard isCut else {
      kept = bytes
      return
    }
    var count = max(0, longest - Self.ellipsis.utf8CodeUnitCount)
    while count > 0, bytes[count] & 0xc0 == 0x80 { count -= 1 }
    kept = UnsafeRawBufferPointer(rebasing: bytes[..<count])
  }

  var count: Int { kept.count + (isCut ? Self.ellipsis.utf8CodeUnitCount : 0) }

  /// Writes the length, and `extra` more, and the bytes.
  func put(_ encoder: inout RecordEncoder, extra: Int) {
    encoder.varint(UInt64(count + extra))
    encoder.put(bytes: kept)
    if isCut {
      encoder.put(
        bytes: UnsafeRawBufferPointer(start: Self.ellipsis.utf8Start, count: Self.ellipsis.utf8CodeUnitCount))
    }
  }
}

func withBytes(of text: String, longest: Int, _ body: (CutText) -> Void) {
  var text = text
  text.withUTF8 { body(CutText($0, longest: longest)) }
}

func withBytes(ofOptional text: String?, longest: Int, _ body: (CutText?) -> Void) {
  guard let text else { return body(nil) }
  withBytes(of: text, longest: longest) { (text: CutText) in body(text) }
}

import Synchronization
import TraceFormat

/// A text's bytes, or as many as may be kept, ending in an ellipsis.
struct CutText {
  private static let ellipsis: StaticString = "…"
  private static let stars: StaticString = "***"

  private let kept: UnsafeRawBufferPointer
  private let isCut: Bool
  private let redaction: UnsafeRawPointer?

  /// Keeps at most `longest` bytes and never part of a character.
  ///
  /// - Parameter redaction: the redaction that was applied to the text.
  init(_ utf8: UnsafeBufferPointer<UInt8>, longest: Int, redaction: UnsafeRawPointer?) {
    self.redaction = redaction
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

  /// Writes the length plus `extra`, and the bytes. Another recording with another redaction may have begun
  /// while the text was made. Then stars are written instead, as many as there is room for.
  func put(_ encoder: inout RecordEncoder, extra: Int) {
    guard redaction == CurrentRecording.redaction.load(ordering: .relaxed) else {
      let stars = UnsafeRawBufferPointer(
        start: Self.stars.utf8Start, count: min(Self.stars.utf8CodeUnitCount, count))
      encoder.varint(UInt64(stars.count + extra))
      return encoder.put(bytes: stars)
    }
    encoder.varint(UInt64(count + extra))
    encoder.put(bytes: kept)
    if isCut {
      encoder.put(
        bytes: UnsafeRawBufferPointer(start: Self.ellipsis.utf8Start, count: Self.ellipsis.utf8CodeUnitCount))
    }
  }
}

/// The text of a name. A name is code, not data, so it is not redacted.
func withBytes(ofOptional text: String?, longest: Int, _ body: (CutText?) -> Void) {
  guard var text else { return body(nil) }
  let redaction = CurrentRecording.redaction.load(ordering: .acquiring)
  text.withUTF8 { body(CutText($0, longest: longest, redaction: redaction)) }
}

/// A text of the program's data, after redaction. The thread holds no lock of the recorder meanwhile.
func withRedactedBytes(of text: String, longest: Int, _ body: (CutText) -> Void) {
  let redaction = CurrentRecording.redaction.load(ordering: .acquiring)
  var text = text
  if let redaction { text = Unmanaged<Redaction>.fromOpaque(redaction).takeUnretainedValue().redacted(text) }
  text.withUTF8 { body(CutText($0, longest: longest, redaction: redaction)) }
}

func withRedactedBytes(ofOptional text: String?, longest: Int, _ body: (CutText?) -> Void) {
  guard let text else { return body(nil) }
  withRedactedBytes(of: text, longest: longest) { (text: CutText) in body(text) }
}

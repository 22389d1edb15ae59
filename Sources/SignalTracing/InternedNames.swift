import CSignalProbes
public import TraceFormat

extension CallSite {
  /// A call site with names that are known only at run time. For adapters, which take the names of the
  /// libraries that they wrap.
  ///
  /// Each different text is kept for as long as the process runs. There is room for 4,096 texts; a text that
  /// finds no room is shown as `?`. A text longer than 1,024 bytes is cut.
  public init(interning operatorName: String, file: String, line: UInt32, traits: SiteTraits = []) {
    self.init(kept: InternedNames.pointer(to: operatorName), InternedNames.pointer(to: file), line, traits)
  }
}

/// Texts that are never freed, so that a trace can refer to them by their addresses.
private enum InternedNames {
  private static let most = 4096
  private static let longest = 1024

  /// Addresses of NUL-terminated texts: in the file of the live table, where an observer of the process finds
  /// them, or anywhere else.
  private static let names = Lock<[String: UInt]>([:])

  static func pointer(to text: String) -> UnsafePointer<UInt8> {
    let text = cut(text)
    let address = names.withLock { names in
      if let known = names[text] { return known }
      guard names.count < most else { return UInt(bitPattern: unknown.utf8Start) }
      let new = UInt(bitPattern: copy(of: text))
      names[text] = new
      return new
    }
    return UnsafePointer(bitPattern: address).unsafelyUnwrapped
  }

  private static let unknown: StaticString = "?"

  /// The part of a text that is kept: cut between characters, and before a NUL. A short text is itself.
  private static func cut(_ text: String) -> String {
    let bytes = text.utf8
    if bytes.count <= longest, !bytes.contains(0) { return text }
    var kept = Array(bytes.prefix(longest + 1).prefix { $0 != 0 })
    if kept.count > longest {
      var end = longest
      while end > 0, kept[end] & 0xc0 == 0x80 { end -= 1 }
      kept.removeSubrange(end...)
    }
    return String(decoding: kept, as: UTF8.self)
  }

  private static func copy(of text: String) -> UnsafePointer<UInt8> {
    var text = text
    let kept = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { chars in
        chars.baseAddress.flatMap { rx_live_keep_text($0, chars.count) }
      }
    }
    if let kept { return UnsafeRawPointer(kept).assumingMemoryBound(to: UInt8.self) }
    let bytes = text.utf8
    let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count + 1)
    let end = room.initialize(fromContentsOf: bytes)
    room[end] = 0
    return UnsafePointer(room.baseAddress.unsafelyUnwrapped)
  }
}

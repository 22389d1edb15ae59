public import TraceFormat

extension CallSite {
  /// A call site whose names are known only as the program runs: for adapters that name what they wrap.
  ///
  /// Each different text is kept for as long as the process runs. There is room for 4,096 of them; what comes
  /// when there is none left is called `?`. A text longer than 1,024 bytes is cut.
  public init(interning operatorName: String, file: String, line: UInt32, traits: SiteTraits = []) {
    self.init(InternedNames.pointer(to: operatorName), InternedNames.pointer(to: file), line, traits)
  }
}

/// Texts that are never freed, so that a trace can refer to them by their addresses.
private enum InternedNames {
  private static let most = 4096
  private static let longest = 1024

  /// Addresses of NUL-terminated texts.
  private static let names = Lock<[String: UInt]>([:])

  static func pointer(to text: String) -> UnsafePointer<UInt8> {
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

  /// Cut between characters, and before a NUL.
  private static func copy(of text: String) -> UnsafePointer<UInt8> {
    var bytes = Array(text.utf8.prefix { $0 != 0 })
    if bytes.count > longest {
      var end = longest
      while end > 0, bytes[end] & 0xc0 == 0x80 { end -= 1 }
      bytes.removeSubrange(end...)
    }
    let room = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 1)
    room.initialize(from: bytes, count: bytes.count)
    room[bytes.count] = 0
    return UnsafePointer(room)
  }
}

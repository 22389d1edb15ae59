public import TraceFormat

/// The call that built an operator: its name, `#fileID`, `#line`, and its traits. Every operator keeps its
/// call site.
@frozen
public struct CallSite: @unchecked Sendable {
  // Both texts are never freed and never changed: literals of the program, or interned.
  @usableFromInline let operatorName: UnsafePointer<UInt8>
  @usableFromInline let file: UnsafePointer<UInt8>
  /// The line in the low 24 bits, the lowest eight traits above.
  @usableFromInline let lineWord: UInt32
  /// The next eight traits in the high 8 bits.
  @usableFromInline let traitsWord: UInt32

  /// - Parameters:
  ///   - operatorName: a literal.
  ///   - file: `#fileID`.
  ///   - traits: the operator's properties, whatever its name is. The analysis judges by them.
  @inlinable @inline(__always)
  public init(
    _ operatorName: StaticString, _ file: StaticString, _ line: UInt32,
    _ traits: SiteTraits = SiteTraits(rawValue: 0)
  ) {
    self.init(kept: operatorName.utf8Start, file.utf8Start, line, traits)
  }

  // The label keeps this apart from the other initializer: a literal that is passed as a pointer is gone
  // after the call.
  @inlinable @inline(__always)
  init(
    kept operatorName: UnsafePointer<UInt8>, _ file: UnsafePointer<UInt8>, _ line: UInt32,
    _ traits: SiteTraits
  ) {
    self.operatorName = operatorName
    self.file = file
    lineWord = line & 0xff_ffff | traits.rawValue << 24
    traitsWord = traits.rawValue << 16 & 0xff00_0000
  }

  /// The same place as a trace shows it.
  public var site: Site {
    Site(
      operatorName: String(cString: operatorName), file: String(cString: file), line: lineWord & 0xff_ffff,
      traits: SiteTraits(rawValue: lineWord >> 24 | traitsWord >> 16))
  }
}

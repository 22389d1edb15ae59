public import TraceFormat

/// The call that built an operator: its name, `#fileID` and `#line`. Captured always; the strings are the program's own.
@frozen
public struct CallSite: Sendable {
  @usableFromInline let operatorName: StaticString
  @usableFromInline let file: StaticString
  @usableFromInline let line: UInt32

  @inlinable @inline(__always)
  public init(_ operatorName: StaticString, _ file: StaticString, _ line: UInt32) {
    self.operatorName = operatorName
    self.file = file
    self.line = line
  }

  /// The same place in the words of a trace.
  public var site: Site {
    Site(operatorName: operatorName.description, file: file.description, line: line)
  }
}

import Glibc

/// An `errno` and its words.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  package let code: Int32

  package init(_ code: Int32) { self.code = code }

  /// The error of the call that failed just now on this thread.
  package static var last: SystemError { SystemError(errno) }

  package var description: String {
    guard let words = strerror(code) else { return "error \(code)" }
    return String(cString: words)
  }
}

import Glibc

/// An `errno` and its words.
struct SystemError: Error, Hashable, CustomStringConvertible {
  let code: Int32

  init(_ code: Int32) { self.code = code }

  /// The error of the call that failed just now on this thread.
  static var last: SystemError { SystemError(errno) }

  var description: String {
    guard let words = strerror(code) else { return "error \(code)" }
    return String(cString: words)
  }
}

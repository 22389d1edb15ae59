import Glibc

/// A log that cannot be read.
struct InputError: Error, Hashable, CustomStringConvertible {
  let description: String
  /// As in `sysexits.h`: 66 for what cannot be opened, 74 for what cannot be read on.
  let exitCode: Int32

  static func cannotOpen(_ name: String, _ reason: String) -> InputError {
    InputError(description: "\(name.printable): \(reason)", exitCode: EX_NOINPUT)
  }

  static func cannotRead(_ name: String, _ reason: String) -> InputError {
    InputError(description: "\(name.printable): reading failed: \(reason)", exitCode: EX_IOERR)
  }
}

/// The error of the last system call.
func lastSystemError() -> String { String(cString: strerror(errno)) }

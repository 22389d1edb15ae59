import Glibc

/// The device of the output, as far as the look of the output depends on it.
struct OutputDevice: Hashable, Sendable {
  var isTerminal: Bool
  /// The terminal's width in columns; nil when it is no terminal or does not know.
  var columns: Int?

  /// A file or a pipe.
  static let file = OutputDevice(isTerminal: false, columns: nil)

  /// The device that the descriptor leads to now.
  static func descriptor(_ descriptor: Int32) -> OutputDevice {
    guard isatty(descriptor) == 1 else { return .file }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return OutputDevice(isTerminal: true, columns: nil)
    }
    return OutputDevice(isTerminal: true, columns: Int(size.ws_col))
  }
}

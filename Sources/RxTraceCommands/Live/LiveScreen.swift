import Glibc
import ProcessInspection
import TraceRendering

/// Where a live view goes: the lower end of a terminal, drawn again in place; or lines, one after the other.
struct LiveScreen {
  let descriptor: Int32
  let renews: Bool
  private var drawn = 0

  /// Lines where a terminal does not tell.
  private static let usualHeight = 24

  init(_ descriptor: Int32, environment: Environment = .current) {
    self.descriptor = descriptor
    let terminal = environment["TERM"]
    renews = isatty(descriptor) == 1 && terminal != nil && terminal != "dumb"
  }

  /// The most lines to show: those of the terminal without the one on which the cursor rests.
  var height: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 1 else { return Self.usualHeight }
    return Int(size.ws_row) - 1
  }

  /// Shows `text` in place of what was shown before, or below it where there is no terminal.
  mutating func show(_ text: String) throws(CommandFailure) {
    let clearing = renews && drawn > 0 ? "\u{1b}[\(drawn)A\u{1b}[J" : ""
    drawn = text.utf8.count { $0 == UInt8(ascii: "\n") }
    try Output.tell(clearing + text, on: descriptor)
  }
}

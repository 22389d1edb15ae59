import CSignalProbes

/// Lines of the runtime for people. It raises no signal in the program: a pipe that nobody reads, and a terminal that stops
/// whoever writes in the background, are the line's loss.
package enum StandardError {
  /// Writes text to standard error, and waits as long as the program itself would.
  package static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return }
      start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { rx_write_error($0, bytes.count) }
    }
  }

  /// Writes a line in the midst of anything, a signal handler for one: it waits for half a second at most, and goes only to
  /// what was standard error when the program began.
  package static func say(_ line: StaticString) {
    line.utf8Start.withMemoryRebound(to: CChar.self, capacity: line.utf8CodeUnitCount + 1) { rx_say($0) }
  }
}

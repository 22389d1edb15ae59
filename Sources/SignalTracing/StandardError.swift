import CRecorder

/// Prints lines of the runtime for people. This raises no signal in the program. A line is lost if no process
/// reads the pipe, or if the terminal stops programs that write in the background.
package enum StandardError {
  /// Writes text to standard error, and waits as long as the program itself would.
  package static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return }
      start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { rx_write_error($0, bytes.count) }
    }
  }

  /// Writes a line at any moment, for example from a signal handler. It waits for half a second at most. The
  /// line goes only to the file that was standard error when the program began.
  package static func say(_ line: StaticString) {
    line.utf8Start.withMemoryRebound(to: CChar.self, capacity: line.utf8CodeUnitCount + 1) { rx_say($0) }
  }
}

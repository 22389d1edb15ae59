import CRecorder

/// Lines of the runtime for people. Writing one raises no signal in the program. A line is lost where nobody
/// reads the pipe, and where the terminal stops a program that writes in the background.
package enum StandardError {
  /// Writes text to standard error, and waits as long as the program itself would.
  package static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      guard let start = bytes.baseAddress else { return }
      start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { rx_write_error($0, bytes.count) }
    }
  }

  /// Writes a line in the midst of anything, a signal handler for one. It waits for half a second at most.
  /// The line goes only to the file that was standard error when the program began.
  package static func say(_ line: StaticString) {
    line.utf8Start.withMemoryRebound(to: CChar.self, capacity: line.utf8CodeUnitCount + 1) { rx_say($0) }
  }
}

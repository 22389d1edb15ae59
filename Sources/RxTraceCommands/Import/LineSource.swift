import Glibc
import ProcessInspection

/// The lines of a file or of standard input, read as they come. A line that is longer than is sensible is
/// cut.
struct LineSource: ~Copyable {
  private let descriptor: Int32
  private let longest: Int
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false

  /// - Parameter path: nil for standard input.
  init(path: String?, longest: Int) throws(SystemError) {
    self.longest = longest
    guard let path else {
      descriptor = STDIN_FILENO
      return
    }
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
  }

  deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

  /// The next line without its end; nil when there is none.
  mutating func next() throws(SystemError) -> ArraySlice<UInt8>? {
    var searched = position
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return buffer[position..<min(end, position + longest)]
      }
      if isAtEnd {
        defer { position = buffer.count }
        return position < buffer.count ? buffer[position..<min(buffer.count, position + longest)] : nil
      }
      // Of a line that has no end in sight only the beginning is kept.
      let kept = min(buffer.count - position, longest)
      buffer = Array(buffer[position..<(position + kept)])
      position = 0
      searched = buffer.count
      try fill()
    }
  }

  private mutating func fill() throws(SystemError) {
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last }
      if count == 0 { isAtEnd = true }
      buffer += part[..<count]
      return
    }
  }
}

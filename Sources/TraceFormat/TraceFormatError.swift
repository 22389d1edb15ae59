/// Why a file cannot be read as a recording at all. A damaged recording is not this: it is read as far as it
/// goes.
public enum TraceFormatError: Error, Hashable, Sendable, CustomStringConvertible {
  case missing(path: String)
  /// The system's error number says why.
  case unreadable(path: String, errorNumber: Int32)
  case notAFile(path: String)
  case empty(path: String)
  case notARecording(path: String)
  /// The file ends inside its own header: nothing had been recorded yet.
  case cutHeader(path: String, length: UInt64)
  case newerVersion(path: String, found: UInt16, supported: UInt16)

  /// One line about the failure. The path is quoted, so that no byte of it reaches a terminal raw.
  public var description: String {
    switch self {
    case .missing(let path): "\(quoted(path)): no such file"
    case .unreadable(let path, let number): "\(quoted(path)): cannot be read: \(systemMessage(number))"
    case .notAFile(let path): "\(quoted(path)): is not a file"
    case .empty(let path): "\(quoted(path)): the file is empty, nothing was recorded into it"
    case .notARecording(let path): "\(quoted(path)): is not an rxtrace recording"
    case .cutHeader(let path, let length):
      "\(quoted(path)): the recording is cut inside its header, after \(length) bytes; it holds no events"
    case .newerVersion(let path, let found, let supported):
      """
      \(quoted(path)): is a recording of format \(found), this rxtrace reads up to \(supported); \
      a newer rxtrace reads it
      """
    }
  }
}

/// The text with every control character replaced by its escape, fit for one line of a terminal.
func quoted(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate:
      result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

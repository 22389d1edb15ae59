import Glibc

/// The reason why a recording could not be started.
public enum TraceRecordingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The process records already, and writes to one file at a time.
  case alreadyRecording
  /// A file of that name exists and `replacing` was not asked for.
  case exists(path: String)
  /// The name is the name of a folder, a device or a pipe.
  case notAFile(path: String, isFolder: Bool)
  /// A pattern is no regular expression, for this reason.
  case notAPattern(String, reason: String)
  /// The file could not be created. The system's error number says why.
  case cannotCreate(path: String, errorNumber: Int32)
  /// The recorder needs a thread of its own. The system's error number says why there is none.
  case cannotStart(errorNumber: Int32)

  public var description: String {
    switch self {
    case .alreadyRecording: "the process records already"
    case .exists(let path): "\(path): the file exists"
    case .notAFile(let path, true):
      "\(path): it is a folder; name a file in it, \(path)\(path.hasSuffix("/") ? "" : "/")app.rxtrace"
    case .notAFile(let path, false): "\(path): it is no ordinary file; name another"
    case .notAPattern(let pattern, let reason): "'\(pattern)' is no regular expression: \(reason)"
    case .cannotCreate(let path, EFBIG):
      "\(path): cannot be created: this process may not write files; type `ulimit -f unlimited` before it starts"
    case .cannotCreate(let path, ETIMEDOUT): "\(path): cannot be created: the disk does not answer"
    case .cannotCreate(let path, let number):
      "\(path): cannot be created: \(String(cString: strerror(number)))"
    case .cannotStart(EAGAIN):
      "the recorder's thread cannot be started: the user or the container has as many threads as it may; see `ulimit -u`"
    case .cannotStart(let number):
      "the recorder's thread cannot be started: \(String(cString: strerror(number)))"
    }
  }
}

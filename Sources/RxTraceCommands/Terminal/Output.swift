import Glibc
import ProcessInspection

/// Bytes on their way out of the tool.
enum Output {
  /// Writes all of `text` to standard output, the answer.
  ///
  /// When nobody reads it any more the process ends as `SIGPIPE` ends it: without a word.
  static func answer(_ text: String) throws(CommandFailure) { try tell(text, on: STDOUT_FILENO) }

  /// The same on another stream.
  static func tell(_ text: String, on descriptor: Int32) throws(CommandFailure) {
    try told(on: descriptor) { () throws(SystemError) in try write(text, to: descriptor) }
  }

  /// Writes all of `bytes`, as a text is written.
  static func tell(_ bytes: [UInt8], on descriptor: Int32) throws(CommandFailure) {
    try told(on: descriptor) { () throws(SystemError) in try write(bytes, to: descriptor) }
  }

  private static func told(
    on descriptor: Int32, _ body: () throws(SystemError) -> Void
  ) throws(CommandFailure) {
    if descriptor == STDOUT_FILENO { Pager.startIfWanted() }
    do {
      try body()
    } catch {
      if error.code == EPIPE { endAsBrokenPipe() }
      let names = [STDOUT_FILENO: "standard output", STDERR_FILENO: "standard error"]
      throw CommandFailure(
        "cannot write to \(names[descriptor] ?? "the file"): \(error)", status: ExitStatus.cannotWrite)
    }
  }

  /// Gives `body` a stream that leads to standard output, for answers of any length.
  static func stream(
    to descriptor: Int32 = STDOUT_FILENO, _ body: (inout AnswerStream) throws(CommandFailure) -> Void
  ) throws(CommandFailure) {
    var stream = AnswerStream(to: descriptor)
    try body(&stream)
    stream.flush()
    if let failure = stream.failure { throw failure }
  }

  /// Writes `rxtrace: ` and `text` as one line to standard error. Whether anybody reads it does not matter.
  static func note(_ text: String) {
    try? write("rxtrace: \(text)\n", to: STDERR_FILENO)
  }

  /// Writes all of `text`, whatever the number of calls that it takes.
  static func write(_ text: String, to descriptor: Int32) throws(SystemError) {
    var text = text
    if let failure = text.withUTF8({ failure(of: UnsafeRawBufferPointer($0), to: descriptor) }) {
      throw failure
    }
  }

  /// Writes all of `bytes`.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    if let failure = bytes.withUnsafeBytes({ failure(of: $0, to: descriptor) }) { throw failure }
  }

  /// Writes all of it; what went wrong, if anything did.
  private static func failure(of bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> SystemError? {
    var rest = bytes
    while !rest.isEmpty {
      let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if written < 0 {
        if errno == EINTR { continue }
        // A descriptor that others made non-blocking: wait until it takes more.
        if errno == EAGAIN, waitUntilWritable(descriptor) { continue }
        return .last
      }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
    }
    return nil
  }

  private static func waitUntilWritable(_ descriptor: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, -1) >= 0 || errno == EINTR
  }

  /// `SIGPIPE` was ignored when this process was started, or it would be gone already.
  private static func endAsBrokenPipe() -> Never {
    if Pager.isRunning {
      Pager.finish()
      exit(ExitStatus.success)
    }
    signal(SIGPIPE, SIG_DFL)
    raise(SIGPIPE)
    exit(ExitStatus.killed(by: SIGPIPE))
  }
}

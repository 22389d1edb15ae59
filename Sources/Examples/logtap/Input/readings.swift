import Signals

/// An event of a log that is read.
enum Reading: Hashable, Sendable {
  /// A line, without its end.
  case line([UInt8])
  /// Nothing came for so long, in real time.
  case quiet(Duration)
}

/// Sends the lines of a log. Completes at its end or, with `following`, goes on with what is appended to it.
///
/// A log that was truncated or replaced is followed from its beginning. A file that cannot be opened or read is an
/// `InputError`.
func readings(of path: String?, following: Bool, on reader: QueueScheduler) -> Signal<Reading> {
  Signal.create { subscriber in
    let tail = try Tail(of: LogFile(path), on: reader)
    if following {
      return reader.schedule(after: .zero, every: .milliseconds(200), leeway: .milliseconds(20)) {
        tail.attempt(subscriber) { try tail.follow(subscriber) }
      }
    }
    return reader.schedule {
      tail.attempt(subscriber) {
        try tail.readToEnd(subscriber)
        tail.sendLastLine(subscriber)
        subscriber.completed()
      }
    }
  }
}

/// The state of one subscription to a log.
private final class Tail: @unchecked Sendable {
  // Only the reader's work touches these, one piece at a time.
  private let file: LogFile
  private var splitter = LineSplitter()
  private let reader: QueueScheduler
  private var lastLook: Duration

  init(of file: LogFile, on reader: QueueScheduler) {
    self.file = file
    self.reader = reader
    lastLook = reader.now
  }

  func attempt(_ subscriber: Subscriber<Reading>, _ body: () throws -> Void) {
    do { try body() } catch { subscriber.error(error) }
  }

  /// - Returns: whether there was anything.
  @discardableResult
  func readToEnd(_ subscriber: Subscriber<Reading>) throws -> Bool {
    var isEmpty = true
    while subscriber.isOpen {
      let bytes = try file.read()
      if bytes.isEmpty { break }
      isEmpty = false
      for line in splitter.split(bytes) where subscriber.isOpen { subscriber.next(.line(line)) }
    }
    return !isEmpty
  }

  func sendLastLine(_ subscriber: Subscriber<Reading>) {
    if let line = splitter.finish(), subscriber.isOpen { subscriber.next(.line(line)) }
  }

  func follow(_ subscriber: Subscriber<Reading>) throws {
    var hasMore = try readToEnd(subscriber)
    while subscriber.isOpen, file.continueAfterRotation() {
      sendLastLine(subscriber)
      if try readToEnd(subscriber) { hasMore = true }
    }
    let now = reader.now
    if !hasMore, subscriber.isOpen { subscriber.next(.quiet(now - lastLook)) }
    lastLook = now
  }
}

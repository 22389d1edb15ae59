import CSignalProbes
import Glibc
import TraceFormat

/// Records the subscriptions of this process into a file. A program starts and stops the recording itself.
///
/// `RXTRACE=FILE` in the environment and `rxtrace record` do the same without a call in the program.
public enum TraceRecording {
  /// Starts to record into a new file at `path`, from the next event of each thread on. The recording begins
  /// with the subscriptions that live already.
  ///
  /// The recording ends with `stop()` or with the process. It is complete even if the process is killed: all
  /// records until then are in the file and in `path.stage` beside it. Only the owner may read the two files.
  /// A forked child does not record. While `rxtrace record --pid` records the process, this throws
  /// `alreadyRecording`.
  ///
  /// - Parameters:
  ///   - values: the number of bytes of each value's description that are kept, 16,384 at most. With nil, or
  ///     0 or less, no values are kept.
  ///   - patterns: regular expressions, as `Regex` reads them. Their matches in values, error descriptions,
  ///     labels and marks are replaced by `***`, before the texts are cut. This takes half a microsecond for
  ///     each byte and expression.
  ///   - maximumSize: the greatest size of the file in bytes. Values are given up first, then all other
  ///     records but the counts of lost records.
  ///   - replacing: whether a new file replaces a file of that name. The old file is never written over.
  public static func start(
    to path: String, values: Int? = nil, redacting patterns: [String] = [], maximumSize: Int? = nil,
    replacing: Bool = false
  ) throws(TraceRecordingError) {
    var options = RecordingOptions(paths: [path])
    options.replaces = replacing
    if let values, values > 0 {
      options.valueLimit = min(UInt32(clamping: values), RecordingOptions.longestValue)
    }
    if !patterns.isEmpty {
      do throws(Redaction.Problem) {
        options.redaction = try Redaction(patterns)
      } catch {
        throw .notAPattern(error.pattern, reason: error.reason)
      }
    }
    if let maximumSize { options.maximumSize = UInt64(clamping: maximumSize) }
    try start(options)
  }

  /// Returns the path of the recording.
  ///
  /// - Parameter seen: called with the number of each subscription that lives already.
  @discardableResult
  static func start(
    _ options: RecordingOptions, seen: (UInt64) -> Void = { _ in }
  ) throws(TraceRecordingError) -> String {
    ThreadState.setEndHandler()
    let thread = rx_thread_current()
    let path = try RecorderRegistry.start(options, thread)
    // Every thread records from here on, so its thread also records a subscription that begins or ends
    // meanwhile.
    LiveTable.forEachAlive {
      RecorderSink.aliveBefore($0, thread)
      seen($0.pointee.identifier)
    }
    return path
  }

  /// Ends the recording and seals the file. Does nothing if there is no recording.
  ///
  /// - Returns: whether all records are in the file. If not, for example on a full disk, the rest stays in
  ///   `path.stage`, where readers find it.
  @discardableResult
  public static func stop() -> Bool {
    OwnedObjects.lookAtAll()
    return RecorderRegistry.stop(rx_thread_current())
  }

  /// Whether the process records now, for any reason.
  public static var isRecording: Bool { CurrentRecording.isInProgress }
}

import CSignalProbes
import Glibc
import TraceFormat

/// Records the subscriptions of this process into a file, at the program's own wish.
///
/// Without any call, `RXTRACE=FILE` in the environment and `rxtrace record` do the same from outside.
public enum TraceRecording {
  /// Starts to record into a new file at `path`, from the next event of any thread on. The recording begins
  /// with the subscriptions that live already.
  ///
  /// The recording ends with `stop()` or with the process. It is complete also when the process is killed:
  /// what was recorded until then lies in the file and in `path.stage` beside it. Only the owner may read
  /// either. A forked child does not record.
  ///
  /// - Parameters:
  ///   - values: how many bytes of each value's description are kept, 16,384 at most; nil for none.
  ///   - patterns: regular expressions, as `Regex` reads them. `***` is written for what they match in
  ///     values, error descriptions, labels and marks, before these are cut. It takes half a microsecond a
  ///     byte and expression.
  ///   - maximumSize: the size in bytes that the file is bounded to. Values are given up first, then
  ///     everything else but the counts of what was lost.
  ///   - replacing: whether a file of that name is replaced by a new one. It is never written over.
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
    ThreadState.setEndHandler()
    let thread = rx_thread_current()
    try RecorderRegistry.start(options, thread)
    // Every thread records from here on. So a subscription that begins or ends meanwhile is told of by its
    // thread as well.
    LiveTable.forEachAlive { RecorderSink.aliveBefore($0, thread) }
  }

  /// Ends the recording and seals the file. Does nothing when nobody records.
  ///
  /// - Returns: whether everything is in the file. Otherwise, as on a full disk, the rest stays in
  ///   `path.stage`, where readers find it.
  @discardableResult
  public static func stop() -> Bool {
    OwnedObjects.lookAtAll()
    return RecorderRegistry.stop(rx_thread_current())
  }

  /// Whether the process records now, by whoever's wish.
  public static var isRecording: Bool { CurrentRecording.isInProgress }
}

import TraceFormat

/// Makes one record of a value's two probes, `next` and `next__value`, where a tracer was attached to both.
struct ValueMerge {
  /// Each thread's newest value without a description, until the next event of the thread.
  private var held: [ThreadID: TraceRecord] = [:]

  mutating func append(_ record: TraceRecord, to writer: inout RecordingWriter) {
    let before = held.removeValue(forKey: record.thread)
    if let before {
      if record.describes(before) {
        return writer.append(TraceRecord(time: before.time, thread: record.thread, event: record.event))
      }
      writer.append(before)
    }
    if case .next(_, _, _, nil) = record.event {
      held[record.thread] = record
    } else {
      writer.append(record)
    }
  }

  mutating func finish(into writer: inout RecordingWriter) {
    for record in held.values.sorted(by: { $0.time < $1.time }) { writer.append(record) }
    held = [:]
  }
}

extension TraceRecord {
  /// Whether this is the same event as `other`, with its value.
  fileprivate func describes(_ other: TraceRecord) -> Bool {
    guard case .next(let id, let event, _, _?) = self.event,
      case .next(let otherID, let otherEvent, _, nil) = other.event
    else { return false }
    return id == otherID && event == otherEvent
  }
}

/// The time of the first record among `records`, of which there must be one, in a chunk opened at
/// `openedTicks`.
package func firstRecordTicks(_ records: UnsafeRawPointer, count: Int, openedTicks: UInt64) -> UInt64 {
  var decoder = RecordDecoder(
    UnsafeRawBufferPointer(start: records, count: count), thread: ThreadID(rawValue: 0),
    openedTicks: openedTicks)
  decoder.skipToTime()
  return decoder.ticks
}

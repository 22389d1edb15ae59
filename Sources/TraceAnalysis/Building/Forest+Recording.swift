public import TraceFormat

extension Forest {
  /// Reads a recording from its start to its end: one pass, memory in proportion to the subscriptions.
  public init(reading recording: Recording) {
    self.init(reading: recording, options: ForestBuilder.Options())
  }

  /// The same, with as much of each life as `options` say.
  ///
  /// - Parameter least: A recording of so many records is decoded by a thread of its own.
  package init(
    reading recording: Recording, options: ForestBuilder.Options, ahead least: UInt64 = ReadAhead.leastRecords
  ) {
    var builder = ForestBuilder(options: options)
    ReadAhead.read(recording, least: least) { time, thread, event in builder.add(event, time, thread) }
    self.init(of: recording, builtBy: &builder)
  }

  /// The forest of a recording of which all records have been taken.
  init(of recording: Recording, builtBy builder: inout ForestBuilder) {
    if let range = recording.unknownLoss { builder.lost.addUnknown(range) }
    self = builder.takeForest(
      began: recording.timeRange.lowerBound, ended: recording.timeRange.upperBound)
    endsOrderly = recording.isSealed
    threadsAtEnd = Int(recording.threadsAtEnd)
    take(header: recording.header)
  }

  /// The options of the recording decide which conclusions follow from a missing event.
  mutating func take(header: RecordingHeader) {
    isSnapshot = header.isSnapshot
    lacksValues = header.kinds.contains(.lifecycle) && !header.kinds.contains(.next)
  }
}

public import TraceFormat

extension Forest {
  /// Reads a recording from its start to its end: one pass, memory in proportion to the subscriptions.
  public init(reading recording: Recording, options: ForestBuilder.Options = ForestBuilder.Options()) {
    var builder = ForestBuilder(options: options)
    recording.read { record in builder.add(record) }
    if let range = recording.unknownLoss { builder.lost.addUnknown(range) }
    self = builder.takeForest(
      began: recording.timeRange.lowerBound, ended: recording.timeRange.upperBound)
    endsOrderly = recording.isSealed
    let kinds = recording.header.kinds
    lacksValues = kinds.contains(.lifecycle) && !kinds.contains(.next)
  }
}

package import TraceFormat

extension Forest {
  /// Reads a recording as if it had ended at `moment`, in nanoseconds of `CLOCK_MONOTONIC`.
  package init(reading recording: Recording, upTo moment: UInt64, options: ForestBuilder.Options) {
    var builder = ForestBuilder(options: options)
    recording.forEach({ record in
      if record.time <= moment { builder.add(record) }
    })
    if let range = recording.unknownLoss, range.lowerBound <= moment {
      builder.lost.addUnknown(range.clamped(to: 0...moment))
    }
    let times = recording.timeRange
    self = builder.finish(
      began: times.lowerBound, ended: min(max(moment, times.lowerBound), times.upperBound))
    take(header: recording.header)
  }
}

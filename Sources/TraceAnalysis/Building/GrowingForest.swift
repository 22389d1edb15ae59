package import TraceFormat

/// A forest that is made while its recording is written, a part at a time, so that little is left to read at
/// the end.
package struct GrowingForest: Sendable {
  private let options: ForestBuilder.Options
  private var builder: ForestBuilder
  private var identity: [UInt8] = []
  /// The ticks up to which records have been read, and the number of these records.
  private var readTicks: UInt64 = 0
  private var readCount: UInt64 = 0
  /// How much of the recording's time is read at once, in nanoseconds, where somebody waits.
  private var slice: UInt64 = 250_000_000

  /// Records that threads write at one moment do not become visible at one moment. So the last moments are
  /// not read yet: this many nanoseconds.
  private static let delay: UInt64 = 100_000_000

  package init(options: ForestBuilder.Options = ForestBuilder.Options()) {
    self.options = options
    builder = ForestBuilder(options: options)
  }

  /// The number of subscriptions in the part that was read.
  package var lifeCount: Int { builder.lives.count + builder.folded.count }

  /// Reads the records that were added to the recording, except very new ones.
  ///
  /// - Parameter most: Nothing is read once there are so many subscriptions.
  package mutating func read(_ recording: Recording, most: Int = .max) {
    begin(recording)
    guard lifeCount < most else { return }
    guard let newest = recording.newestTicks else { return }
    let delay = recording.header.ticks(of: Self.delay)
    guard newest > delay, newest - delay > readTicks else { return }
    read(recording, upTo: newest - delay)
  }

  /// A growing recording, up to now. Except for very new records, each part is read once, unless a record is
  /// missing or came too late for its part.
  package mutating func soFar(_ recording: Recording) -> Forest {
    guard Self.canBeWhole(recording) else { return Forest(reading: recording, options: options, ahead: .max) }
    read(recording)
    if let forest = forestSoFar(recording) { return forest }
    // Late records are there by now.
    self = GrowingForest(options: options)
    read(recording)
    return forestSoFar(recording) ?? Forest(reading: recording, options: options, ahead: .max)
  }

  /// Reads the next slice, which takes a small part of a second. False when there is no other.
  package mutating func readSlice(_ recording: Recording) -> Bool {
    begin(recording)
    guard Self.canBeWhole(recording), let target = target(in: recording) else { return false }
    let start = readTicks == 0 ? recording.oldestTicks ?? 0 : readTicks
    let length = max(1, recording.header.ticks(of: slice))
    let (began, count) = (ContinuousClock.now, readCount)
    read(recording, upTo: min(target, start + min(length, target - min(start, target))))
    let cost = ContinuousClock.now - began
    if cost < .milliseconds(30) { slice = min(slice * 2, Self.longestSlice) }
    // A slice that is slow for another reason than its length stays as long.
    if cost > .milliseconds(80), readCount - count > Self.many { slice = max(slice / 2, 1_000_000) }
    return readTicks < target
  }

  /// How much is left to read, without very new records, in nanoseconds of the recording.
  package func behind(_ recording: Recording) -> UInt64 {
    guard Self.canBeWhole(recording), let target = target(in: recording) else { return 0 }
    let start = max(readTicks, recording.oldestTicks ?? 0)
    let second = recording.header.ticks(of: 1_000_000_000)
    return UInt64(min(Double(target - min(start, target)) / Double(max(second, 1)) * 1e9, 1e18))
  }

  /// The forest of the slices that were read, as if nothing had come after them.
  package func read(of recording: Recording) -> Forest {
    var builder = builder
    var forest = builder.takeForest(began: recording.timeRange.lowerBound)
    forest.take(header: recording.header)
    return forest
  }

  /// The ticks up to which a growing recording is read; nil where all up to there was read.
  private func target(in recording: Recording) -> UInt64? {
    let delay = recording.header.ticks(of: Self.delay)
    guard let newest = recording.newestTicks, newest > delay, newest - delay > readTicks else { return nil }
    return newest - delay
  }

  /// After a quiet hour the next slice may be a busy one.
  private static let longestSlice: UInt64 = 4_000_000_000
  /// A slice has at least this many records.
  private static let many: UInt64 = 10_000

  private func forestSoFar(_ recording: Recording) -> Forest? {
    var rest = self
    if readTicks < .max { rest.read(recording, upTo: .max) }
    guard rest.isWhole(recording) else { return nil }
    return Forest(of: recording, builtBy: &rest.builder)
  }

  private func isWhole(_ recording: Recording) -> Bool {
    // Losses are told in their time, like records: the parts that were read told all of them.
    Self.canBeWhole(recording) && readCount == recording.recordCount
      && builder.lost.count == recording.lostCount
  }

  private static func canBeWhole(_ recording: Recording) -> Bool {
    recording.unknownLoss == nil && recording.damage.allSatisfy(\.isOfMarks)
  }

  /// Reads the rest of a recording that is over. Reads the whole of it again if a record is missing or came
  /// too late for its part.
  package mutating func finish(_ recording: Recording) -> Forest {
    begin(recording)
    if readTicks < .max { read(recording, upTo: .max, isOver: true) }
    defer { self = GrowingForest(options: options) }
    guard isWhole(recording) else {
      builder = ForestBuilder(options: options)
      return Forest(reading: recording, options: options)
    }
    return Forest(of: recording, builtBy: &builder)
  }

  private mutating func begin(_ recording: Recording) {
    guard identity != recording.header.identity else { return }
    self = GrowingForest(options: options)
    identity = recording.header.identity
  }

  private mutating func read(_ recording: Recording, upTo ticks: UInt64, isOver: Bool = false) {
    let first = readTicks == 0 ? 0 : readTicks + 1
    // While the program runs the other processors are its own.
    let least = isOver ? ReadAhead.leastRecords : .max
    readCount += ReadAhead.read(recording, first...ticks, least: least) { time, thread, event in
      builder.add(event, time, thread)
    }
    readTicks = ticks
  }
}

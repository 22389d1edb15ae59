import TraceFixtures
import TraceFormat

/// A staging file as a recorder would leave it, for the recording that `Samples` makes.
enum StagingSample {
  static let slotSize = 6144
  static let lifecycle = (offset: 4096, size: 1024)
  static let values = (offset: 5120, size: 1024)

  /// One stream's tail.
  struct Tail {
    var sequence: UInt32 = 0
    var before: UInt64 = 0
    var lost: UInt64 = 0
    var unstaged: UInt64 = 0
    var times: [UInt64] = []
  }

  /// Three slots: thread 5 with both streams, nobody's, thread 1 with its second chunk.
  static var file: [UInt8] {
    file([
      (5, Tail(times: [5000, 5010, 5020]), Tail(before: 7, lost: 7, unstaged: 2, times: [5005])), nil,
      (1, Tail(sequence: 1, before: 60, times: [6000]), Tail()),
    ])
  }

  static func file(_ slots: [(thread: UInt32, lifecycle: Tail, values: Tail)?]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: StagingLayout.headSize + slots.count * slotSize)
    bytes.replaceSubrange(0..<8, with: StagingLayout.magic)
    put(&bytes, UInt16(1), StagingLayout.Head.major)
    put(&bytes, UInt32(slotSize), StagingLayout.Head.slotSize)
    bytes.replaceSubrange(16..<32, with: Samples.header.identity)
    put(&bytes, UInt32(lifecycle.offset), StagingLayout.Head.lifecycleOffset)
    put(&bytes, UInt32(lifecycle.size), StagingLayout.Head.lifecycleSize)
    put(&bytes, UInt32(values.offset), StagingLayout.Head.valuesOffset)
    put(&bytes, UInt32(values.size), StagingLayout.Head.valuesSize)
    for (index, slot) in slots.enumerated() {
      guard let slot else { continue }
      let start = StagingLayout.headSize + index * slotSize
      put(&bytes, slot.thread, start)
      write(
        &bytes, slot.thread, slot.lifecycle, start + StagingLayout.Slot.lifecycle, start + lifecycle.offset)
      write(&bytes, slot.thread, slot.values, start + StagingLayout.Slot.values, start + values.offset)
    }
    return bytes
  }

  /// The same with a canary in each slot, but for one that somebody has copied something over.
  static func file(withCanaryIn slots: Int, but spoilt: Int?) -> [UInt8] {
    var bytes = file
    let canary: UInt64 = 0xfeed_0000_0000_0001
    put(&bytes, canary, StagingLayout.Head.canary)
    put(&bytes, UInt32(slots), StagingLayout.Head.slotCount)
    for slot in 0..<slots where slot != spoilt {
      put(
        &bytes, canary &+ UInt64(slot),
        StagingLayout.headSize + slot * slotSize + StagingLayout.Slot.canary)
    }
    return bytes
  }

  private static func write(
    _ bytes: inout [UInt8], _ thread: UInt32, _ tail: Tail, _ head: Int, _ records: Int
  ) {
    let opened = tail.times.first ?? 4000
    let descriptor =
      head + StagingLayout.Stream.descriptors + Int(tail.sequence & 1) * StagingLayout.Stream.descriptorSize
    let size = bytes.withUnsafeMutableBytes { all in
      var encoder = RecordEncoder(at: all.baseAddress! + records, thread: thread, ticks: opened)
      for time in tail.times {
        encoder.begin(.released, ticks: time)
        encoder.put(subscription: time)
      }
      return encoder.cursor - (all.baseAddress! + records)
    }
    put(&bytes, UInt64(tail.sequence) << 32 | UInt64(size), head + StagingLayout.Stream.published)
    put(&bytes, tail.unstaged, head + StagingLayout.Stream.unstaged)
    put(&bytes, tail.before, descriptor + StagingLayout.Descriptor.before)
    put(&bytes, tail.lost, descriptor + StagingLayout.Descriptor.lost)
    put(&bytes, opened, descriptor + StagingLayout.Descriptor.openedTicks)
    put(&bytes, opened, descriptor + StagingLayout.Descriptor.openedMonotonic)
  }

  private static func put<Number: FixedWidthInteger>(_ bytes: inout [UInt8], _ number: Number, _ offset: Int)
  {
    bytes.withUnsafeMutableBytes {
      $0.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
    }
  }
}

import CRecorder
import CSignalProbes
import Glibc
import TraceFormat

/// Measures the cost of one recorded event: the same steps as `Recorder.record`, into memory that is never
/// read.
enum EventCost {
  private static let events = 256
  private static let rounds = 3

  /// The cost in picoseconds in the quickest round, because interruptions of a round are not the recorder's
  /// cost. Nil if there is no memory.
  static func measure(ticksPerSecond: UInt64) -> UInt64? {
    let size = NameCache.size * 2 + MemoryLayout<rx_file_call>.stride
    guard ticksPerSecond > 0 else { return nil }
    let room = UnsafeMutableRawPointer.allocate(byteCount: StagingFile.slotSize, alignment: 4096)
    defer { room.deallocate() }
    // Touches every page, so that no page's first use is measured.
    room.initializeMemory(as: UInt8.self, repeating: 0, count: StagingFile.slotSize)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 64)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let call = (memory + NameCache.size * 2).bindMemory(to: rx_file_call.self, capacity: 1)
    let slot = StagingSlot(number: 0, spare: room, calls: call)
    var stream = StreamStaging(
      .values, thread: 1, slot: slot, names: NameCache(memory),
      extendedNames: NameCache(memory + NameCache.size), now: .now(), readingGap: .max / 2)
    var quickest = UInt64.max
    for _ in 0..<rounds {
      let began = rx_clock_ticks()
      var last = began
      for event in 1...UInt64(events) {
        last = max(rx_clock_ticks(), last &+ 1)
        guard stream.hasRoom(0) else { return nil }
        stream.encoder.next(1 + event % 8, event: event, cause: event &- 1, ticks: last)
        stream.count &+= 1
        stream.publish()
      }
      quickest = min(quickest, last &- began)
    }
    let seconds = Double(quickest) / Double(ticksPerSecond)
    return UInt64(seconds * 1e12) / UInt64(events)
  }
}

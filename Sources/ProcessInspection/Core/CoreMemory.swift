/// The memory of a process as its core file has it. Parts that the kernel left out, or that were cut off, are
/// not there.
final class CoreMemory: ForeignMemory {
  private struct Part {
    let address, offset, size: UInt64
  }

  private let file: CoreBytes
  /// In the order of their addresses.
  private let parts: [Part]
  /// How many bytes its headers tell of that the file does not have.
  let missing: UInt64

  init(_ file: CoreBytes, _ segments: [CoreHeader.Segment]) {
    self.file = file
    var parts: [Part] = []
    var end = file.size
    for segment in segments where segment.size > 0 {
      let (stop, overflow) = segment.offset.addingReportingOverflow(segment.size)
      end = max(end, overflow ? .max : stop)
      guard segment.isMemory, !overflow, segment.offset < file.size,
        !segment.address.addingReportingOverflow(segment.size).overflow
      else { continue }
      parts.append(
        Part(
          address: segment.address, offset: segment.offset,
          size: min(segment.size, file.size - segment.offset)))
    }
    self.parts = parts.sorted { $0.address < $1.address }
    missing = end - file.size
  }

  func bytes(at address: UInt64, count: Int) -> [UInt8]? {
    guard count >= 0 else { return nil }
    var all: [UInt8] = []
    var address = address
    // The next address may lie in another part.
    while all.count < count {
      guard let part = part(at: address) else { return nil }
      let within = address - part.address
      let size = min(UInt64(count - all.count), part.size - within)
      guard let read = file.read(at: part.offset + within, count: size) else { return nil }
      if read.count == count { return read }
      all += read
      // No part reaches beyond the last address.
      address += size
    }
    return all
  }

  func text(at address: UInt64) -> String? { firstText(at: address) }

  private func part(at address: UInt64) -> Part? {
    var (low, high) = (0, parts.count)
    while low < high {
      let middle = (low + high) / 2
      if parts[middle].address <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0, address - parts[low - 1].address < parts[low - 1].size else { return nil }
    return parts[low - 1]
  }
}

/// A part of a core's memory by its distance from an address: a table as the file that it was.
struct CoreWindow: ForeignMemory {
  let memory: CoreMemory
  let base: UInt64

  func bytes(at place: UInt64, count: Int) -> [UInt8]? {
    let (address, overflow) = base.addingReportingOverflow(place)
    return overflow ? nil : memory.bytes(at: address, count: count)
  }

  func text(at place: UInt64) -> String? { firstText(at: place) }
}

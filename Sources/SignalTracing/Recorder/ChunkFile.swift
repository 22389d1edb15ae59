import CSignalProbes
import Glibc
import Synchronization
import TraceFormat

/// The recording's file as the threads write it: each takes a range at the end and fills it with one chunk.
///
/// Writing allocates nothing and takes no lock, so that it may happen in a signal handler; it never raises a
/// signal and never blocks on anything but the disk.
struct ChunkFile: ~Copyable {
  /// Disk space that values leave to everything else when the disk fills up.
  private static let reserve: UInt64 = 1 << 20

  private let descriptor: OwnDescriptor
  let clock: UInt8
  /// Where the first chunk begins.
  private let start: UInt64
  private let end: Atomic<UInt64>
  /// Up to here the disk's space is ours already.
  private let allocated: Atomic<UInt64>
  private let canAllocate: Atomic<Bool>
  /// Values end here; nothing else does.
  private let limit: UInt64

  /// Takes over a descriptor of a file that holds the header and nothing more.
  init(_ descriptor: consuming OwnDescriptor, header: UInt64, clock: UInt8, limit: UInt64) {
    self.descriptor = descriptor
    self.clock = clock
    self.limit = limit
    start = header
    end = Atomic(header)
    allocated = Atomic(header)
    canAllocate = Atomic(true)
  }

  /// Whether values are given up because of the file's size.
  var hasReachedLimit: Bool {
    limit != .max && end.load(ordering: .relaxed) + UInt64(StagingFile.valuesSize) > limit
  }

  /// Writes one chunk: its records, and in front of them, where `ChunkHeader.size` bytes are free, its head.
  func append(
    _ header: inout ChunkHeader, records: UnsafeMutableRawPointer, mayUseReserve: Bool = true
  ) -> Bool {
    let size = Int(header.payloadLength)
    header.clock = clock
    header.payloadChecksum =
      rx_has_crc32c()
      ? rx_crc32c(records, size) : checksum(UnsafeRawBufferPointer(start: records, count: size))
    let chunk = records - ChunkHeader.size
    header.encode(to: chunk)
    return append(chunk, size + ChunkHeader.size, mayUseReserve: mayUseReserve)
  }

  private func append(_ bytes: UnsafeMutableRawPointer, _ count: Int, mayUseReserve: Bool) -> Bool {
    guard let descriptor = descriptor.checked() else { return false }
    let count = UInt64(count)
    guard hasRoom(descriptor, through: end.load(ordering: .relaxed) + count, mayUseReserve: mayUseReserve)
    else {
      return false
    }
    let offset = end.wrappingAdd(count, ordering: .relaxed).oldValue
    let isAllowed = offset + count <= sizeLimit() && (mayUseReserve || offset + count <= limit)
    if isAllowed, writeFully(descriptor, bytes, Int(count), at: offset) { return true }
    // Nobody has taken what comes after: the next chunk may have the place. Else a hole stays, over which
    // readers step.
    _ = end.compareExchange(expected: offset + count, desired: offset, ordering: .relaxed)
    return false
  }

  private func hasRoom(_ descriptor: Int32, through end: UInt64, mayUseReserve: Bool) -> Bool {
    guard end <= sizeLimit(), mayUseReserve || end <= limit else { return false }
    let needed = mayUseReserve ? end : end + Self.reserve
    let taken = allocated.load(ordering: .relaxed)
    guard needed > taken, canAllocate.load(ordering: .relaxed) else { return true }
    let target = (needed | (Self.reserve - 1)) + 1
    switch rx_allocate_ahead(descriptor, Int64(taken), Int64(target - taken)) {
    case 0:
      allocated.max(target, ordering: .relaxed)
      return true
    case ENOSPC, EDQUOT, EFBIG: return mayUseReserve
    default:
      canAllocate.store(false, ordering: .relaxed)
      return true
    }
  }

  /// In a forked child: the file is the parent's.
  func abandonInChild() { descriptor.closeIfOurs() }

  /// Writes the index. The recording is whole afterwards.
  func writeIndex() -> Bool {
    let offset = end.load(ordering: .relaxed)
    var index = ChunkIndex(sealedWallClock: wallClock(), entries: [])
    guard let descriptor = descriptor.checked() else { return false }
    walk(descriptor, through: offset) { index.entries.append($0) }
    let payload = index.encoded(at: offset)
    var header = ChunkHeader()
    header.kind = ChunkKind.index.rawValue
    let now = ClockReading.now()
    (header.openedTicks, header.openedMonotonic) = (now.ticks, now.nanoseconds)
    (header.closedTicks, header.closedMonotonic) = (now.ticks, now.nanoseconds)
    header.payloadLength = UInt32(clamping: payload.count)
    let room = UnsafeMutableRawPointer.allocate(byteCount: ChunkHeader.size + payload.count, alignment: 16)
    defer { room.deallocate() }
    payload.withUnsafeBytes {
      (room + ChunkHeader.size).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
    }
    return append(&header, records: room + ChunkHeader.size)
  }

  /// Gives back the disk space that was taken ahead.
  func giveBackSpace() {
    guard let descriptor = descriptor.checked() else { return }
    _ = ftruncate(descriptor, off_t(end.load(ordering: .relaxed)))
  }

  /// Gives the head of every chunk in the file, as far as they follow each other.
  private func walk(_ descriptor: Int32, through end: UInt64, _ body: (ChunkIndex.Entry) -> Void) {
    var offset = start
    var room = [UInt8](repeating: 0, count: ChunkHeader.size)
    var entries = 0
    while offset < end, entries < ChunkIndex.most {
      let count = room.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
      guard count == room.count, let header = room.withUnsafeBytes({ ChunkHeader.decode($0)?.header }) else {
        return
      }
      body(ChunkIndex.Entry(header, at: offset))
      offset += UInt64(ChunkHeader.size) + UInt64(header.payloadLength)
      entries += 1
    }
  }
}

/// How large this process may make a file. Beyond it the kernel would send a signal that kills the program.
func sizeLimit() -> UInt64 {
  var most = rlimit()
  return getrlimit(__rlimit_resource_t(1), &most) == 0 ? UInt64(most.rlim_cur) : .max
}

/// Writes all of it, or says that it could not.
func writeFully(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int, at offset: UInt64) -> Bool {
  var done = 0
  while done < count {
    let written = pwrite(descriptor, bytes + done, count - done, off_t(offset) + off_t(done))
    if written < 0 && errno == EINTR { continue }
    guard written > 0 else { return false }
    done += written
  }
  return true
}

/// Nanoseconds since 1970.
func wallClock() -> UInt64 {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
}

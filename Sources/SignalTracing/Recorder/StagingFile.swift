import CSignalProbes
import Glibc
import Synchronization
import TraceFormat

/// The file beside the recording in which every thread has a slot for what it has recorded and not yet
/// written out.
///
/// Slots are mapped, so what is stored in them is the kernel's at once and outlives the program. Their disk
/// space is taken before they are mapped: a store can never meet a full disk. Guarded by the registry's lock.
struct StagingFile: ~Copyable {
  static let lifecycleOffset = StagingLayout.Slot.headSize + chunkHead
  static let lifecycleSize = 24 * 1024 - chunkHead
  static let valuesOffset = StagingLayout.Slot.headSize + 24 * 1024 + chunkHead
  static let valuesSize = 36 * 1024 - chunkHead
  static let slotSize = 64 * 1024
  /// Free bytes in front of the records, for the head of the chunk that they become.
  private static let chunkHead = 128

  private let descriptor: OwnDescriptor
  private let path: String
  /// Address space for the head and all slots, so that a forked child can drop them at once.
  let region: UnsafeMutableRawBufferPointer
  private var slotCount = 0
  private var free: [UnsafeMutableRawPointer] = []

  private init(_ descriptor: consuming OwnDescriptor, path: String, region: UnsafeMutableRawBufferPointer) {
    self.descriptor = descriptor
    self.path = path
    self.region = region
  }

  /// Makes the file, with room for its head. Nil when there is no space or no permission.
  static func make(path: String, identity: [UInt8]) -> StagingFile? {
    // We own the recording of this name: whatever lies here is from one that is gone.
    unlink(path)
    let opened = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard opened >= 0 else { return nil }
    guard let descriptor = OwnDescriptor(opened, path: path), fill(descriptor, 0, StagingLayout.headSize),
      let region = addressSpace()
    else {
      unlink(path)
      return nil
    }
    guard map(descriptor, region, 0, StagingLayout.headSize) else {
      munmap(region.baseAddress, region.count)
      unlink(path)
      return nil
    }
    let file = StagingFile(descriptor, path: path, region: region)
    file.describe(identity)
    return file
  }

  private func describe(_ identity: [UInt8]) {
    let head = region.baseAddress!
    (head + StagingLayout.Head.identity).copyMemory(from: identity, byteCount: 16)
    put(RecordingHeader.supportedMajor, StagingLayout.Head.major)
    put(UInt32(Self.slotSize), StagingLayout.Head.slotSize)
    put(UInt32(Self.lifecycleOffset), StagingLayout.Head.lifecycleOffset)
    put(UInt32(Self.lifecycleSize), StagingLayout.Head.lifecycleSize)
    put(UInt32(Self.valuesOffset), StagingLayout.Head.valuesOffset)
    put(UInt32(Self.valuesSize), StagingLayout.Head.valuesSize)
    head.copyMemory(from: StagingLayout.magic, byteCount: StagingLayout.magic.count)
  }

  /// Counts records of threads that have no slot.
  var lostElsewhere: UnsafeMutablePointer<Atomic<UInt64>> {
    (region.baseAddress! + StagingLayout.Head.lostElsewhere).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// A slot of zeros, or nil when disk, address space or memory is short.
  mutating func take() -> UnsafeMutableRawPointer? {
    if let slot = free.popLast() { return slot }
    let offset = StagingLayout.headSize + slotCount * Self.slotSize
    guard offset + Self.slotSize <= region.count, Self.fill(descriptor, offset, Self.slotSize),
      Self.map(descriptor, region, offset, Self.slotSize)
    else { return nil }
    slotCount += 1
    free.reserveCapacity(slotCount)
    return region.baseAddress! + offset
  }

  mutating func give(_ slot: UnsafeMutableRawPointer) { free.append(slot) }

  func contains(_ slot: UnsafeMutableRawPointer) -> Bool {
    region.baseAddress! <= slot && slot < region.baseAddress! + region.count
  }

  /// The recording is sealed: nobody needs the file.
  func remove() { unlink(path) }

  /// Drops the slots' mappings, when no thread can store into them any more. The head stays, for late losses.
  func unmapSlots() {
    munmap(region.baseAddress! + StagingLayout.headSize, region.count - StagingLayout.headSize)
  }

  /// In a forked child: what the interrupted recorder may still store goes nowhere, and the descriptor is
  /// closed.
  func abandonInChild() {
    _ = mmap(
      region.baseAddress, region.count, PROT_READ | PROT_WRITE,
      MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS | Int32(MAP_NORESERVE), -1, 0)
    descriptor.closeIfOurs()
  }

  private func put<Number: FixedWidthInteger>(_ number: Number, _ offset: Int) {
    region.baseAddress!.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
  }

  /// Room for 16,384 threads at a time; for fewer where address space is limited.
  private static func addressSpace() -> UnsafeMutableRawBufferPointer? {
    for slots in [16_384, 1_024, 64] {
      let size = StagingLayout.headSize + slots * slotSize
      let region = mmap(
        nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | Int32(MAP_NORESERVE), -1, 0)
      if let region, region != MAP_FAILED { return UnsafeMutableRawBufferPointer(start: region, count: size) }
    }
    return nil
  }

  /// Writes zeros, so that the file's blocks exist.
  private static func fill(_ descriptor: borrowing OwnDescriptor, _ offset: Int, _ size: Int) -> Bool {
    guard UInt64(offset + size) <= sizeLimit(), let number = descriptor.checked(),
      let zeros = mmap(nil, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), zeros != MAP_FAILED
    else { return false }
    defer { munmap(zeros, size) }
    return writeFully(number, zeros, size, at: UInt64(offset))
  }

  private static func map(
    _ descriptor: borrowing OwnDescriptor, _ region: UnsafeMutableRawBufferPointer, _ offset: Int, _ size: Int
  ) -> Bool {
    guard let number = descriptor.checked() else { return false }
    let wanted = region.baseAddress! + offset
    return mmap(
      wanted, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | Int32(MAP_POPULATE), number,
      off_t(offset)) == wanted
  }
}

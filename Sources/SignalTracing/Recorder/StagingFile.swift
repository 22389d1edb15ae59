import CSignalProbes
import Glibc
import Synchronization
import TraceFormat

/// The file beside the recording in which every thread has a slot for what it has recorded and not yet
/// written out.
///
/// Slots are mapped, so what is stored in them is the kernel's at once and outlives the program. Their disk
/// space is taken before they are mapped: a store can never meet a full disk. Where somebody cuts the file all the same,
/// the guard puts empty memory there. Guarded by the registry's lock.
struct StagingFile: ~Copyable {
  static let lifecycleOffset = StagingLayout.Slot.headSize + chunkHead
  static let lifecycleSize = 24 * 1024 - chunkHead
  static let valuesOffset = StagingLayout.Slot.headSize + 24 * 1024 + chunkHead
  static let valuesSize = 36 * 1024 - chunkHead
  static let slotSize = 64 * 1024
  /// Free bytes in front of the records, for the head of the chunk that they become.
  private static let chunkHead = 128

  private let place: StagingPlace
  private let thread: FileThread
  /// Address space for the head and all slots, so that a forked child can drop them at once.
  let region: UnsafeMutableRawBufferPointer
  /// A byte for each slot: 1 once the guard has put empty pages into it.
  private let broken: UnsafeMutablePointer<UInt8>
  /// What the guard says when it does.
  private let warning: UnsafeMutablePointer<CChar>
  private var slotCount = 0
  /// The numbers of free slots, from 1; each leads to the next, 0 is none. Beside the slots, where nobody else writes.
  private var firstFree: UInt32 = 0
  private let nextFree: UnsafeMutablePointer<UInt32>
  /// What the slots' canaries are made of.
  private let canary = UInt64.random(in: 1 ... .max)

  private init(_ place: StagingPlace, _ thread: FileThread, region: UnsafeMutableRawBufferPointer) {
    self.place = place
    self.thread = thread
    self.region = region
    let slots = region.count / Self.slotSize
    broken = .allocate(capacity: slots)
    broken.initialize(repeating: 0, count: slots)
    nextFree = .allocate(capacity: slots)
    nextFree.initialize(repeating: 0, count: slots)
    warning = strdup(
      "rxtrace: \(place.name) was cut or replaced: from here on not everything survives if the program is killed\n"
    )
  }

  /// Makes the file, with room for its head, beside the recording at `path`. What lies there already is somebody's:
  /// another name is taken.
  static func make(
    besides path: String, identity: [UInt8], _ thread: FileThread, until deadline: UInt64
  ) throws(ErrorNumber) -> StagingFile {
    let place = try StagingPlace(besides: path, identity: identity, thread, until: deadline)
    do throws(ErrorNumber) {
      guard let region = addressSpace() else { throw ErrorNumber(ENOMEM) }
      do throws(ErrorNumber) {
        try extend(place.file, thread, region, 0, StagingLayout.headSize, deadline)
      } catch {
        munmap(region.baseAddress, region.count)
        throw error
      }
      let staging = StagingFile(place, thread, region: region)
      // Before the file says what it is: where nobody holds the lock, its process is gone.
      place.file.lock(until: deadline)
      staging.describe(recordingAt: path, until: deadline)
      staging.describe(identity)
      rx_guard_begin(
        region.baseAddress!, region.count, StagingLayout.headSize, slotSize, staging.broken, staging.warning)
      return staging
    } catch {
      place.remove(until: FileThread.deadline(in: FileThread.patience))
      throw error
    }
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
    put(canary, StagingLayout.Head.canary)
    head.copyMemory(from: StagingLayout.magic, byteCount: StagingLayout.magic.count)
  }

  /// Says which recording it is of: the file may be left alone in memory.
  private func describe(recordingAt path: String, until deadline: UInt64) {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let length = path.utf8.count
    guard length <= StagingLayout.headSize - StagingLayout.Head.path,
      let status = try? OlderFiles(thread: thread, deadline: deadline).status(
        of: folder, followingLinks: true)
    else { return }
    put(UInt64(status.st_dev), StagingLayout.Head.folderDevice)
    put(UInt64(status.st_ino), StagingLayout.Head.folderNumber)
    put(UInt32(length), StagingLayout.Head.pathLength)
    (region.baseAddress! + StagingLayout.Head.path).copyMemory(from: Array(path.utf8), byteCount: length)
  }

  /// Counts records of threads that have no slot.
  var lostElsewhere: UnsafeMutablePointer<Atomic<UInt64>> {
    (region.baseAddress! + StagingLayout.Head.lostElsewhere).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// Notes that from now on records are made of which nothing is left if the program is killed.
  func noteUnsafe() { StagingSlot.noteUnsafe(region.baseAddress!) }

  /// A slot that is nobody's. Throws when disk, address space or memory is short, or the disk hangs: then nobody waits who
  /// comes while another's call is still to come back. Allocates nothing: a signal handler may be the first to need one.
  mutating func take(until deadline: UInt64) throws(ErrorNumber) -> StagingSlot {
    if firstFree != 0 {
      let number = Int(firstFree) - 1
      firstFree = nextFree[number]
      return slot(number)
    }
    if thread.isStuck { throw ErrorNumber(ETIMEDOUT) }
    let offset = StagingLayout.headSize + slotCount * Self.slotSize
    guard offset + Self.slotSize <= region.count else { throw ErrorNumber(ENOMEM) }
    try Self.extend(place.file, thread, region, offset, Self.slotSize, deadline)
    let new = slot(slotCount)
    // Before readers look for it.
    new.putCanary()
    slotCount += 1
    put(UInt32(slotCount), StagingLayout.Head.slotCount)
    return new
  }

  private func slot(_ number: Int) -> StagingSlot {
    let head = region.baseAddress!
    return StagingSlot(
      memory: head + StagingLayout.headSize + number * Self.slotSize, broken: broken + number, head: head,
      canary: canary &+ UInt64(number))
  }

  mutating func give(_ slot: UnsafeMutableRawPointer) {
    let number = (slot - region.baseAddress! - StagingLayout.headSize) / Self.slotSize
    nextFree[number] = firstFree
    firstFree = UInt32(number) + 1
  }

  func contains(_ slot: UnsafeMutableRawPointer) -> Bool {
    region.baseAddress! <= slot && slot < region.baseAddress! + region.count
  }

  /// The recording is sealed: nobody needs the file.
  func remove(until deadline: UInt64) { place.remove(until: deadline) }

  /// Drops the slots, when no thread can store into them any more. The head stays as memory, for late losses.
  func unmap() {
    rx_guard_end()
    munmap(region.baseAddress! + StagingLayout.headSize, region.count - StagingLayout.headSize)
    _ = mmap(
      region.baseAddress, StagingLayout.headSize, PROT_READ | PROT_WRITE,
      MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    broken.deallocate()
    nextFree.deallocate()
    free(warning)
  }

  /// In a forked child: what the interrupted recorder may still store goes nowhere.
  func abandonInChild() {
    _ = mmap(
      region.baseAddress, region.count, PROT_READ | PROT_WRITE,
      MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS | Int32(MAP_NORESERVE), -1, 0)
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

  /// Writes zeros, so that the file's blocks exist, and maps them.
  private static func extend(
    _ file: OwnFile, _ thread: FileThread, _ region: UnsafeMutableRawBufferPointer, _ offset: Int,
    _ size: Int,
    _ deadline: UInt64
  ) throws(ErrorNumber) {
    let zeros = mmap(nil, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let zeros, zeros != MAP_FAILED else { throw ErrorNumber(ENOMEM) }
    defer { if !thread.isStuck { munmap(zeros, size) } }
    try file.write(zeros, size, at: offset, until: deadline)
    try thread.perform(
      RX_MAP, Int(bitPattern: region.baseAddress! + offset), size, Int(PROT_READ | PROT_WRITE),
      Int(MAP_SHARED | MAP_FIXED | Int32(MAP_POPULATE)), Int(file.descriptor), offset, until: deadline)
  }
}

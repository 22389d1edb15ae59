import CRecorder
import Glibc
import Synchronization
import TraceFormat

/// The file beside the recording. In it every thread has a slot for records that are not written out yet.
///
/// Slots are mapped: a stored record is in the kernel's memory at once and outlives the program. Their disk
/// space is taken before they are touched, so a store never meets a full disk. If another program cuts the
/// file, the guard puts empty memory in its place. Guarded by the registry's lock.
struct StagingFile: ~Copyable {
  static let lifecycleOffset = StagingLayout.Slot.headSize + chunkHead
  static let lifecycleSize = 12 * 1024 - lifecycleOffset
  static let valuesOffset = 12 * 1024 + chunkHead
  static let valuesSize = 36 * 1024 - chunkHead
  static let slotSize = 48 * 1024
  /// The number of free bytes in front of the records, for the head of their chunk.
  private static let chunkHead = 128

  let place: StagingPlace
  /// The head and all slots. The file has the slots' space once the recorder's process says so.
  let region: UnsafeMutableRawBufferPointer
  /// A byte for each slot: 1 once the guard has put empty pages into the slot.
  private let broken: UnsafeMutablePointer<UInt8>
  /// The line that the guard prints then.
  private let warning: UnsafeMutablePointer<CChar>
  /// The number of slots that readers look for.
  private var slotCount = 0
  /// The number from which the slots' canaries are made.
  private let canary = UInt64.random(in: 1 ... .max)

  private init(_ place: StagingPlace, region: UnsafeMutableRawBufferPointer) {
    self.place = place
    self.region = region
    let slots = region.count / Self.slotSize
    broken = .allocate(capacity: slots)
    broken.initialize(repeating: 0, count: slots)
    warning = strdup(
      "rxtrace: \(place.name) was cut or replaced: from here on not everything survives if the program is killed\n"
    )
  }

  /// Makes the file, with room for its head, beside the recording at `path`. A file of that name belongs to
  /// another recording: then another name is taken.
  static func make(
    besides path: String, identity: [UInt8], slots: Int, _ thread: FileThread, until deadline: UInt64
  ) throws(ErrorNumber) -> StagingFile {
    let place = try StagingPlace(besides: path, identity: identity, thread, until: deadline)
    do throws(ErrorNumber) {
      let staging = StagingFile(
        place, region: try mapped(place.file, StagingLayout.headSize + slots * slotSize, thread, deadline))
      // This comes before the head is written: a staging file without a lock counts as one whose process is
      // gone. The recorder's process keeps the lock.
      place.file.lock(until: deadline)
      staging.describe(recordingAt: path, thread, until: deadline)
      staging.describe(identity)
      rx_guard_begin(
        staging.region.baseAddress!, staging.region.count, StagingLayout.headSize, slotSize, staging.broken,
        staging.warning)
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

  /// Writes the name of the recording into the head, because the file may be left alone in memory.
  private func describe(recordingAt path: String, _ thread: FileThread, until deadline: UInt64) {
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

  /// Hands the file over to the recorder's process. Names are copies, the caller's to free.
  func bequeath(_ estate: inout rx_estate, until deadline: UInt64) throws(ErrorNumber) {
    estate.staging = place.file.descriptor
    estate.takes_space_at_once = place.isInMemory
    estate.mapping = region.baseAddress
    estate.mapping_size = region.count
    estate.slots_offset = UInt64(StagingLayout.headSize)
    estate.slot_size = UInt64(Self.slotSize)
    estate.slots = UInt64((region.count - StagingLayout.headSize) / Self.slotSize)
    estate.removals.0 = try place.file.removal(until: deadline)
    estate.names.0 = UnsafePointer(strdup(name(of: place.file, in: estate.removals.0)))
    guard let link = place.link else { return }
    estate.removals.1 = try link.removal(until: deadline)
    estate.names.1 = UnsafePointer(strdup(name(of: link, in: estate.removals.1)))
  }

  private func name(of file: OwnFile, in removal: rx_removal) -> String {
    removal.folder == AT_FDCWD ? file.path : String(file.name)
  }

  /// Counts records of threads that have no slot.
  var lostElsewhere: UnsafeMutablePointer<Atomic<UInt64>> {
    (region.baseAddress! + StagingLayout.Head.lostElsewhere).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// Notes that from now on a kill of the program may lose records.
  func noteUnsafe() { StagingSlot.noteUnsafe(region.baseAddress!) }

  /// A slot of the file whose space is there; nil if another program has removed the space. Without the lock.
  func slot(
    _ number: Int, calls: FileThread.Call, spare: UnsafeMutableRawPointer
  ) -> StagingSlot? {
    guard broken[number] == 0 else { return nil }
    return StagingSlot(
      number: number, memory: memory(of: number), calls: calls, spare: spare, broken: broken + number,
      head: region.baseAddress!, canary: canary &+ UInt64(number))
  }

  /// Makes readers look for the slot with this number. Its space must be there. With the lock.
  mutating func show(_ number: Int) {
    guard slotCount <= number else { return }
    // Each slot has its canary before readers look for it.
    for other in slotCount...number {
      StagingSlot.put(canary: canary &+ UInt64(other), in: memory(of: other))
    }
    slotCount = number + 1
    put(UInt32(slotCount), StagingLayout.Head.slotCount)
  }

  private func memory(of number: Int) -> UnsafeMutableRawPointer {
    region.baseAddress! + StagingLayout.headSize + number * Self.slotSize
  }

  /// Unmaps the slots. Called when no thread can store into them any more. The head stays in memory, to count
  /// late losses.
  func unmap() {
    rx_guard_end()
    munmap(region.baseAddress! + StagingLayout.headSize, region.count - StagingLayout.headSize)
    _ = mmap(
      region.baseAddress, StagingLayout.headSize, PROT_READ | PROT_WRITE,
      MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    broken.deallocate()
    free(warning)
  }

  /// For a forked child, which has no part in the file: stores of the interrupted recorder go nowhere.
  func abandonInChild() {
    _ = mmap(
      region.baseAddress, region.count, PROT_READ | PROT_WRITE,
      MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS | Int32(MAP_NORESERVE), -1, 0)
  }

  private func put<Number: FixedWidthInteger>(_ number: Number, _ offset: Int) {
    region.baseAddress!.storeBytes(of: number.littleEndian, toByteOffset: offset, as: Number.self)
  }

  /// Writes the head as zeros, so that its block exists. Maps the file with the greatest number of slots that
  /// it may have.
  private static func mapped(
    _ file: OwnFile, _ size: Int, _ thread: FileThread, _ deadline: UInt64
  ) throws(ErrorNumber) -> UnsafeMutableRawBufferPointer {
    let zeros = UnsafeMutableRawPointer.allocate(byteCount: StagingLayout.headSize, alignment: 16)
    zeros.initializeMemory(as: UInt8.self, repeating: 0, count: StagingLayout.headSize)
    defer { if !thread.isStuck { zeros.deallocate() } }
    try file.write(zeros, StagingLayout.headSize, at: 0, until: deadline)
    let mapping = try thread.perform(
      RX_MAP, 0, size, Int(PROT_NONE), Int(MAP_SHARED), Int(file.descriptor), 0, until: deadline)
    guard let start = UnsafeMutableRawPointer(bitPattern: mapping) else { throw ErrorNumber(ENOMEM) }
    let number = rx_open_up(start, size)
    guard number == 0 else {
      munmap(start, size)
      throw ErrorNumber(number)
    }
    return UnsafeMutableRawBufferPointer(start: start, count: size)
  }
}

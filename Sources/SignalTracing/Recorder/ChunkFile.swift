import CRecorder
import Glibc
import Synchronization
import TraceFormat

/// The recording's file as the threads write it, one chunk behind the other.
///
/// Writing allocates nothing and takes no lock, so a signal handler may write. The recorder's process makes
/// the system call: it raises no signal in the program, and the thread that asks waits only a moment for a
/// slow disk.
struct ChunkFile: ~Copyable {
  let thread: FileThread
  let clock: UInt8
  /// Whether threads wait for the disk, however long it takes.
  let waits: Bool
  /// Where the first chunk begins.
  private let start: UInt64
  /// Memory that the recorder's process sees too, for bytes that are read or written once. Only the thread
  /// that has the registry's call uses it.
  private let room: UnsafeMutableRawBufferPointer
  /// The number of records, written or lost, that the chunks of ended threads accounted for when they were
  /// written.
  let toldByEnded = Atomic<UInt64>(0)
  /// The lines that are printed, once, if another program deletes or cuts the file.
  private let warnings: (deleted: UnsafeMutablePointer<CChar>, cut: UnsafeMutablePointer<CChar>)
  private let hasWarned = Atomic<UInt8>(0)

  /// Takes over a file that holds the header and nothing more.
  init(_ file: CreatedFile, _ thread: FileThread, clock: UInt8, _ options: RecordingOptions) {
    self.thread = thread
    self.clock = clock
    waits = options.waits
    start = file.length
    room = UnsafeMutableRawBufferPointer(
      start: thread.files.pointee.room, count: thread.files.pointee.room_size)
    warnings = (
      strdup("rxtrace: \(file.path) was deleted while it is recorded: nothing will be left of it\n"),
      strdup("rxtrace: \(file.path) was cut or replaced while it is recorded: its content is gone\n")
    )
    let files = thread.files
    files.pointee.end = start
    files.pointee.maximum = options.maximumSize
    files.pointee.values_limit = options.valuesLimit
  }

  /// Frees the memory that is kept beside the file. Not called while the recorder's process hangs.
  consuming func free() {
    Glibc.free(warnings.deleted)
    Glibc.free(warnings.cut)
  }

  /// Prints, once each, that another program has deleted or cut the file.
  private func warn() {
    func say(_ flag: UInt8, _ line: UnsafePointer<CChar>) {
      guard hasWarned.bitwiseOr(flag, ordering: .relaxed).oldValue & flag == 0 else { return }
      // A filter could kill the program for it.
      if thread.files.pointee.is_filtered == 0 { rx_say_soon(line) }
    }
    if thread.files.pointee.is_deleted != 0 { say(1, warnings.deleted) }
    if thread.files.pointee.is_cut != 0 { say(2, warnings.cut) }
  }

  /// The deadline of a call that a recording thread makes now; 0 for none.
  func deadline(from now: UInt64) -> UInt64 { waits ? 0 : now + FileThread.patience }

  enum Outcome {
    case written
    /// The file has the size that was asked for.
    case refused
    /// The disk would not take it.
    case failed
    /// Another program has changed the bytes of the records.
    case foreign
    /// The disk has not answered yet; `settle` asks again.
    case underWay
  }

  /// The kind of a chunk. Values leave the last part of the file to all other records.
  enum Content: Int32 {
    case values, lifecycle, noRecords
  }

  /// Writes one chunk: its records, and in front of them, where `ChunkHeader.size` bytes are free, its head.
  /// The memory must stay as it is until the call is done. Records in a `slot` of a file may be changed by
  /// another program: changed bytes are not written.
  func append(
    _ header: inout ChunkHeader, records: UnsafeMutableRawPointer, of slot: StagingSlot? = nil,
    _ content: Content, through call: FileThread.Call, until deadline: UInt64
  ) -> Outcome {
    let size = Int(header.payloadLength)
    header.clock = clock
    header.payloadChecksum = checksum(UnsafeRawBufferPointer(start: records, count: size))
    // After the checksum: it does not fit bytes that change later.
    if let slot, !slot.isIntact { return .foreign }
    let chunk = records - ChunkHeader.size
    header.encode(to: chunk)
    guard
      rx_files_append(thread.files, call, chunk, size + ChunkHeader.size, content.rawValue, deadline)
    else { return .underWay }
    return outcome(of: call)
  }

  /// The outcome of an earlier `append`.
  func settle(_ call: FileThread.Call, until deadline: UInt64) -> Outcome {
    rx_files_wait(call, deadline) ? outcome(of: call) : .underWay
  }

  private func outcome(of call: FileThread.Call) -> Outcome {
    if thread.files.pointee.is_deleted | thread.files.pointee.is_cut != 0 { warn() }
    return switch call.pointee.result {
    case 0: .written
    case RX_REFUSED: .refused
    default: .failed
    }
  }

  /// The number of records of ended threads that the file has lost because another program has cut it.
  /// Threads that still record are not counted: the next chunk of each says how many records are missing
  /// before it.
  /// - Parameter living: the numbers of the threads that still record.
  func lostByCutting(besides living: Set<UInt32>, until deadline: UInt64) -> UInt64 {
    guard thread.files.pointee.is_cut != 0 else { return 0 }
    var told: [UInt64: UInt64] = [:]
    let isWhole = walk(until: deadline) { entry in
      guard entry.thread != 0, !living.contains(entry.thread) else { return }
      let stream = UInt64(entry.thread) << 8 | UInt64(entry.kind)
      told[stream] = max(told[stream] ?? 0, entry.before &+ UInt64(entry.count))
    }
    guard isWhole else { return 0 }
    let all = toldByEnded.load(ordering: .relaxed)
    let left = told.values.reduce(0, &+)
    return all > left ? all - left : 0
  }

  /// Writes the index. The recording is whole afterwards.
  /// `threads` is the number of threads that were still at work.
  func writeIndex(threads: Int, until deadline: UInt64) -> Bool {
    let offset = rx_files_end_of_recording(thread.files)
    var index = ChunkIndex(sealedWallClock: wallClock(), entries: [])
    walk(until: deadline) { index.entries.append($0) }
    let payload = index.encoded(at: offset)
    var header = ChunkHeader()
    header.kind = ChunkKind.index.rawValue
    header.count = UInt32(clamping: threads)
    let now = ClockReading.now()
    (header.openedTicks, header.openedMonotonic) = (now.ticks, now.nanoseconds)
    (header.closedTicks, header.closedMonotonic) = (now.ticks, now.nanoseconds)
    header.payloadLength = UInt32(clamping: payload.count)
    guard ChunkHeader.size + payload.count <= room.count, !thread.isStuck else { return false }
    let records = room.baseAddress! + ChunkHeader.size
    payload.withUnsafeBytes { records.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
    return append(&header, records: records, .noRecords, through: thread.call, until: deadline) == .written
      && rx_files_end_of_recording(thread.files) == offset + UInt64(ChunkHeader.size + payload.count)
  }

  /// Writes a chunk that has a head and no records.
  func appendHead(_ header: inout ChunkHeader, until deadline: UInt64) -> Outcome {
    guard !thread.isStuck else { return .underWay }
    let records = room.baseAddress! + ChunkHeader.size
    return append(&header, records: records, .noRecords, through: thread.call, until: deadline)
  }

  /// Gives back the disk space that was taken ahead. If another file has taken its place, that file keeps its
  /// size.
  func giveBackSpace(until deadline: UInt64) {
    _ = try? thread.answer(until: deadline) { rx_files_trim(thread.files, thread.call, $0) }
  }

  /// Deletes the staging file: all records are in this file.
  func removeStaging(until deadline: UInt64) {
    _ = try? thread.answer(until: deadline) { rx_files_remove(thread.files, thread.call, $0) }
  }

  /// Calls the body with the head of every chunk in the file, as long as chunks follow each other. Returns
  /// whether these were all.
  @discardableResult
  private func walk(until deadline: UInt64, _ body: (ChunkIndex.Entry) -> Void) -> Bool {
    let most = 1024
    guard !thread.isStuck, let heads = room.baseAddress else { return false }
    // An index that would not fit leaves out the newest chunks.
    let mostEntries = min(ChunkIndex.most, (room.count - 1024) / 64)
    var (offset, entries, found) = (start, 0, most)
    while found == most, entries < mostEntries {
      let count = try? thread.answer(until: deadline) { deadline in
        rx_files_read_heads(thread.files, thread.call, heads, most, offset, deadline)
      }
      guard let count else { return false }
      found = count
      for index in 0..<found {
        let bytes = UnsafeRawBufferPointer(start: heads + index * ChunkHeader.size, count: ChunkHeader.size)
        guard let header = ChunkHeader.decode(bytes)?.header, entries < mostEntries else {
          return false
        }
        body(ChunkIndex.Entry(header, at: offset))
        offset += UInt64(ChunkHeader.size) + UInt64(header.payloadLength)
        entries += 1
      }
    }
    return found < most
  }
}

/// Nanoseconds since 1970.
func wallClock() -> UInt64 {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
}

import CRecorder
import Glibc
import Synchronization
import TraceFormat

/// One stream of one thread: the place of its next record, and the facts about the chunk that it fills.
///
/// Only the thread itself writes here, until its limit is set to 0. Then the thread that seals the recording
/// writes here.
struct StreamStaging: ~Copyable {
  /// Behind the fixed part of the largest record.
  static let slack = RecordEncoder.maximumFixedSize

  var encoder: RecordEncoder
  var counts = RecordCounts()
  /// A record of `slack` bytes may begin below this address; 0 once the recording is being sealed.
  let limit: Atomic<UInt>
  private var fullLimit: UInt
  private let size: Int
  /// The number of bytes of records in all chunks of the stream.
  private var toldBytes = 0
  /// The limit while the chunk is being written and no thread waits for that: no record fits.
  private static let busyLimit: UInt = 1
  private(set) var isBusy = false
  /// The call to the recorder's process.
  private let call: FileThread.Call
  /// The number that turns the encoder's address into the published word.
  private var bias: UInt64 = 0
  private var slot: StagingSlot
  /// The stream's part of the slot's head.
  private var head: UnsafeMutableRawPointer
  private var start: UnsafeMutableRawPointer
  var count: UInt32 = 0
  private var sequence: UInt32 = 0
  private let kind: ChunkKind
  private let thread: UInt32
  private var before: UInt64 = 0
  private var lost: UInt64 = 0
  /// The number of records that found no place so far. The slot has it too, for readers; the chunks use this
  /// number.
  private let unstaged = Atomic<UInt64>(0)
  private var unstagedBefore: UInt64 = 0
  private var opened = ClockReading()
  /// The time at which both clocks are read again. The first reading comes soon, so that times are right from
  /// the beginning; later readings are rare.
  var nextReading: UInt64 = 0
  private var readingGap: UInt64
  var names: NameCache
  /// The names of records from kind 64 up.
  var extendedNames: NameCache

  /// Begins a stream in a slot. `readingGap` is in ticks.
  init(
    _ kind: ChunkKind, thread: UInt32, slot: StagingSlot, names: NameCache,
    extendedNames: NameCache, now: ClockReading, readingGap: UInt64
  ) {
    let isValues = kind == .values
    self.slot = slot
    head = slot.head(of: kind)
    start = slot.start(of: kind)
    size = isValues ? StagingFile.valuesSize : StagingFile.lifecycleSize
    let room = isValues ? size : Self.firstRoom + NameCache.roomForSite
    fullLimit = UInt(bitPattern: start + room - Self.slack) + 1
    limit = Atomic(fullLimit)
    call = slot.calls + (isValues ? 0 : 1)
    call.initialize(to: rx_file_call())
    encoder = RecordEncoder(at: start, thread: thread, ticks: now.ticks)
    self.kind = kind
    self.thread = thread
    self.readingGap = readingGap
    self.names = names
    self.extendedNames = extendedNames
    head.initializeMemory(as: UInt8.self, repeating: 0, count: StagingLayout.Stream.size)
    open(now)
  }

  private func word(_ offset: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    (head + offset).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// Whether a record with `room` bytes beyond the fixed part fits. Always false once the recording is being
  /// sealed.
  @inline(__always)
  func hasRoom(_ room: Int) -> Bool {
    // The limit first: while it is 0, all other state here belongs to another thread.
    let limit = limit.load(ordering: .relaxed)
    return limit != 0 && UInt(bitPattern: encoder.cursor) &+ UInt(bitPattern: room) < limit
  }

  /// Publishes all bytes up to the encoder's place: they are part of the recording now.
  @inline(__always)
  func publish() {
    word(StagingLayout.Stream.published).pointee.store(
      UInt64(UInt(bitPattern: encoder.cursor)) &+ bias, ordering: .releasing)
  }

  /// Counts a record that found no place. A signal handler may call it at any moment.
  func countUnstaged() {
    _ = word(StagingLayout.Stream.unstaged).pointee.wrappingAdd(1, ordering: .relaxed)
    _ = unstaged.wrappingAdd(1, ordering: .relaxed)
    RecordTally.noteLost(1)
  }

  /// The bounds for the bytes of a chunk of lifecycle records: an eighth of the stream's bytes before it. So
  /// a file that is cut later has nearly all beginnings of subscriptions, and a damaged chunk never loses
  /// very many.
  private static let firstRoom = 1024
  private static let mostRoom = 8192

  /// Sets the room of the new chunk, unless the recording is being sealed.
  private mutating func setRoom() {
    guard kind == .lifecycle else { return }
    // A record that may define a site asks for its greatest size.
    let room = min(min(max(toldBytes / 8, Self.firstRoom), Self.mostRoom) + NameCache.roomForSite, size)
    let new = UInt(bitPattern: start + room - Self.slack) + 1
    guard new != fullLimit else { return }
    _ = limit.compareExchange(expected: fullLimit, desired: new, ordering: .relaxed)
    fullLimit = new
  }

  /// Begins the chunk `sequence`. Its descriptor is written first, then one store makes it valid.
  private mutating func open(_ now: ClockReading) {
    let descriptor =
      StagingLayout.Stream.descriptors + Int(sequence & 1) * StagingLayout.Stream.descriptorSize
    func put(_ number: UInt64, _ offset: Int) {
      word(descriptor + offset).pointee.store(number, ordering: .relaxed)
    }
    put(before, StagingLayout.Descriptor.before)
    put(lost, StagingLayout.Descriptor.lost)
    put(unstagedBefore, StagingLayout.Descriptor.unstaged)
    put(now.ticks, StagingLayout.Descriptor.openedTicks)
    put(now.nanoseconds, StagingLayout.Descriptor.openedMonotonic)
    opened = now
    count = 0
    counts = RecordCounts()
    encoder = RecordEncoder(at: start, thread: thread, ticks: now.ticks)
    bias = UInt64(sequence) << 32 &- UInt64(UInt(bitPattern: start))
    names.forget()
    extendedNames.forget()
    take(now)
    publish()
  }

  /// Notes a reading of both clocks, for readers of a chunk that is never written.
  private mutating func take(_ now: ClockReading) {
    let count = word(StagingLayout.Stream.readingCount).pointee.load(ordering: .relaxed) &+ 1
    let place = StagingLayout.Stream.readings + Int(count & 1) * StagingLayout.Stream.readingSize
    word(place).pointee.store(now.ticks, ordering: .relaxed)
    word(place + 8).pointee.store(now.nanoseconds, ordering: .relaxed)
    word(StagingLayout.Stream.readingCount).pointee.store(count, ordering: .releasing)
    nextReading = now.ticks &+ readingGap
  }

  /// Reads both clocks again, and doubles the time until the next reading: 1 ms, 2 ms … about a second.
  @inline(never)
  mutating func readClocks() {
    let now = ClockReading.now()
    take(now)
    RequestedRecording.noteTime(now.nanoseconds)
    readingGap = min(readingGap &* 2, ClockReading.longestGap)
  }

  enum Occasion {
    /// The chunk is full.
    case full
    /// The thread has ended.
    case last
    /// The recording has ended.
    case final
  }

  enum Flush {
    case written
    /// The disk would not take it. The records are counted as lost.
    case lost
    /// The disk would not take it, or has not answered yet. The records stay where they are.
    case kept
  }

  /// Writes the chunk out and begins the next one. If the occasion is not `full`, a chunk that cannot be
  /// written is kept, and a last chunk says how many records were lost after it. `lastTicks` is the time of
  /// the thread's last record. Waits for the disk until `deadline`; after that the stream is busy until the
  /// call returns.
  mutating func flush(
    to file: borrowing ChunkFile, lastTicks: UInt64, _ occasion: Occasion = .full,
    until deadline: UInt64? = nil
  ) -> Flush {
    let isLast = occasion != .full
    // A thread that handled this stream was ended before it noted its call.
    if !isBusy, rx_file_call_state(call) == UInt32(RX_CALL_WAITING) { becomeBusy() }
    // This must be cheap: while the disk hangs, every record comes here.
    if isBusy, file.settle(call, until: deadline ?? 1) == .underWay { return .kept }
    var now = ClockReading.now()
    now.ticks = max(now.ticks, lastTicks)
    if isBusy {
      let outcome = file.settle(call, until: 1)
      free()
      if outcome == .written { begin(after: .written, now) }
      if outcome == .written && !isLast { return .written }
    }
    let deadline = deadline ?? file.deadline(from: now.nanoseconds)
    if count > 0 {
      let content: ChunkFile.Content = occasion == .final || kind != .values ? .lifecycle : .values
      let outcome = write(to: file, now, content, until: deadline)
      if outcome == .underWay { becomeBusy() }
      if isBusy { return .kept }
      if outcome == .failed || outcome == .foreign, isLast { return .kept }
      begin(after: outcome, now)
      if outcome != .written && !isLast { return .lost }
    } else {
      let missed = missedSinceBegun
      before &+= missed
      lost &+= missed
    }
    guard isLast, lost > 0 else { return .written }
    next(now)
    let outcome = write(to: file, now, .noRecords, until: deadline)
    if outcome == .underWay { becomeBusy() }
    guard outcome == .written else { return .kept }
    lost = 0
    next(now)
    return .written
  }

  /// Begins the next chunk, which says how many records were lost. If this chunk was not written, its records
  /// are among them.
  private mutating func begin(after outcome: ChunkFile.Outcome, _ now: ClockReading) {
    RecordTally.note(count, outcome)
    let missed = missedSinceBegun
    before &+= UInt64(count) &+ missed
    lost = outcome == .written ? missed : lost &+ UInt64(count) &+ missed
    next(now)
  }

  /// Goes on in another slot, and counts the staged records as lost: another program has removed the memory.
  mutating func move(to other: StagingSlot, lastTicks: UInt64) {
    guard !isBusy else { return }
    let room = fullLimit - UInt(bitPattern: start)
    slot = other
    head = other.head(of: kind)
    start = other.start(of: kind)
    head.initializeMemory(as: UInt8.self, repeating: 0, count: StagingLayout.Stream.size)
    let new = UInt(bitPattern: start) + room
    _ = limit.compareExchange(expected: fullLimit, desired: new, ordering: .relaxed)
    fullLimit = new
    encoder = RecordEncoder(at: start, thread: thread, ticks: lastTicks)
    var now = ClockReading.now()
    now.ticks = max(now.ticks, lastTicks)
    begin(after: .failed, now)
  }

  private mutating func becomeBusy() {
    isBusy = true
    _ = limit.compareExchange(expected: fullLimit, desired: Self.busyLimit, ordering: .relaxed)
  }

  private mutating func free() {
    isBusy = false
    _ = limit.compareExchange(expected: Self.busyLimit, desired: fullLimit, ordering: .relaxed)
  }

  var isInFlight: Bool { isBusy && rx_file_call_state(call) == UInt32(RX_CALL_WAITING) }
  var hasFailed: Bool { isBusy && !isInFlight && call.pointee.result != 0 }

  /// For a forked child, where no process makes the call.
  func cancelCall() {
    guard rx_file_call_state(call) == UInt32(RX_CALL_WAITING) else { return }
    call.pointee.result = Int64(-ECANCELED)
    call.pointee.state = UInt32(RX_CALL_DONE)
  }

  private var missedSinceBegun: UInt64 {
    mutating get {
      let all = unstaged.load(ordering: .relaxed)
      defer { unstagedBefore = all }
      return all &- unstagedBefore
    }
  }

  /// The number of records that chunks in the file account for, written or lost, once the stream has been
  /// written out.
  var told: UInt64 { before }

  /// The number of records that no chunk in the file accounts for: staged, discarded, or never staged.
  var untold: UInt64 {
    UInt64(count) &+ lost &+ (unstaged.load(ordering: .relaxed) &- unstagedBefore)
  }

  private mutating func next(_ now: ClockReading) {
    toldBytes &+= encoder.cursor - start
    setRoom()
    sequence &+= 1
    open(now)
  }

  private func write(
    to file: borrowing ChunkFile, _ now: ClockReading, _ content: ChunkFile.Content, until deadline: UInt64
  ) -> ChunkFile.Outcome {
    var header = ChunkHeader()
    header.payloadLength = UInt32(encoder.cursor - start)
    header.kind = kind.rawValue
    header.thread = thread
    header.sequence = sequence
    header.count = count
    header.before = before
    header.lost = lost
    header.counts = counts
    header.openedTicks = opened.ticks
    header.openedMonotonic = opened.nanoseconds
    header.firstTicks =
      count == 0
      ? opened.ticks
      : firstRecordTicks(start, count: Int(header.payloadLength), openedTicks: opened.ticks)
    header.lastTicks = count == 0 ? opened.ticks : encoder.ticks
    header.closedTicks = now.ticks
    header.closedMonotonic = now.nanoseconds
    return file.append(&header, records: start, of: slot, content, through: call, until: deadline)
  }
}

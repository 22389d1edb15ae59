import CClock

/// The subscriptions that are in the memory of another process, read while it runs, rests or hangs.
///
/// The process is not stopped, asked or slowed. Each record is right for one moment of the reading;
/// subscriptions that begin or end meanwhile may be missing. No word of its memory makes the reading trap,
/// and ``ReadingBudget`` limits how much is read.
package struct LiveTableReader {
  package struct Subscription: Hashable {
    package var identifier: UInt64
    /// 0 for none.
    package var downstream: UInt64
    /// Equal for subscriptions of one call site, and quickly compared.
    package var place: Place
    package var operatorName: String
    package var file: String
    package var line: UInt32
    package var traits: UInt32
    package var role: UInt32
    package var thread: UInt32
    /// The disposable that holds the handle; 0 for none.
    package var owner: UInt64
    /// In nanoseconds of `CLOCK_MONOTONIC`; never after ``LiveTableReader/taken``.
    package var began: UInt64
    /// Whether it has ended, and something still refers to it.
    package var hasEnded: Bool
  }

  /// A call site by the addresses of its texts.
  package struct Place: Hashable {
    fileprivate let name, file: UInt64
    fileprivate let line, traits: UInt32
  }

  /// Without the subscriptions of a runtime that cannot be read. Two runtimes of a process give the same
  /// numbers: those of the second have 1 in their highest byte, and so on.
  package private(set) var subscriptions: [Subscription] = []
  /// How many runtimes were found in the process, with subscriptions or without.
  package private(set) var runtimes = 0
  /// Records that were somebody else's each time they were looked at.
  package private(set) var unsettled = 0
  /// How many subscriptions may be missing, since the process has them in memory of its own.
  package private(set) var elsewhere = 0
  /// How many subscriptions may be missing, since parts of the table are not where they should be.
  package private(set) var lost = 0
  /// When the reading ended, in nanoseconds of `CLOCK_MONOTONIC`. Of a process that has ended, when the
  /// newest subscription began: nothing tells of a later moment.
  package private(set) var taken: UInt64 = 0
  /// Whether it is known when the subscriptions began: else 0 is said.
  package private(set) var hasTimes = true
  /// Whether the budget was used up before the tables and their texts ended: the rest of them is missing.
  package var isCut: Bool { budget.isUsedUp }

  private var texts = Texts()
  private var budget: ReadingBudget
  private var processHasEnded = false

  /// Reads all records of all runtimes, as far as the budget reaches.
  package init(of files: MappedFiles, in memory: borrowing ProcessMemory, budget: ReadingBudget) {
    self.budget = budget
    for file in files.files {
      guard let address = Self.headAddress(in: file) else { continue }
      addRuntime(headAt: address, in: memory, memory)
    }
  }

  /// Reads all records of a process that has ended, as far as the budget reaches. The tables, or where it has
  /// none their heads, are those of its core.
  init(
    ofEnded memory: CoreMemory, _ tables: [LiveTableFile], headsAt heads: [UInt64],
    _ texts: borrowing ForeignTexts, budget: ReadingBudget
  ) {
    self.budget = budget
    processHasEnded = true
    for table in tables { addRuntime(in: table, texts) }
    for head in heads { addRuntime(headAt: head, in: memory, texts) }
  }

  /// Reads all records of the files in which the runtimes of a process keep their tables, as far as the
  /// budget reaches.
  package init(of tables: [LiveTableFile], _ texts: borrowing ForeignTexts, budget: ReadingBudget) {
    self.budget = budget
    for table in tables { addRuntime(in: table, texts) }
  }

  /// Reads all records of one runtime, as far as the budget reaches.
  init(headAt address: UInt64, in memory: borrowing ProcessMemory, budget: ReadingBudget) {
    self.budget = budget
    addRuntime(headAt: address, in: memory, memory)
  }

  /// Where in the process the head of the first runtime lies; nil where there is none.
  static func headAddress(in files: MappedFiles) -> UInt64? {
    files.files.lazy.compactMap(headAddress(in:)).first
  }

  static func headAddress(in file: MappedFiles.File) -> UInt64? {
    guard let elf = try? ELFFile(path: file.reachedAt), let note = LiveNote(in: elf) else { return nil }
    return file.mappings.lazy.compactMap { $0.address(ofWritable: note.headOffset) }.first
  }

  private mutating func addRuntime<Memory: ForeignMemory & ~Copyable, Names: TextMemory & ~Copyable>(
    headAt address: UInt64, in memory: borrowing Memory, _ texts: borrowing Names
  ) {
    guard let head = Head(at: address, in: memory, hasEnded: processHasEnded) else { return }
    var chunks = LiveChunks(
      size: head.recordSize * head.recordsOfAChunk, link: head.recordSize, newest: head.chunks)
    var records: [Record] = []
    while let chunk = chunks.next(in: memory, &budget) {
      addRecords(of: chunk.bytes, at: chunk.address, head, memory, to: &records)
    }
    addRuntime(records, head, texts)
  }

  private mutating func addRuntime(in table: LiveTableFile, _ texts: borrowing ForeignTexts) {
    addRuntime(in: table, table.content, texts)
  }

  private mutating func addRuntime(
    in table: LiveTableFile, _ content: some ForeignMemory, _ texts: borrowing ForeignTexts
  ) {
    guard let head = Head(at: 0, in: content, hasEnded: processHasEnded) else { return }
    let size = head.recordSize * head.recordsOfAChunk
    var records: [Record] = []
    var place = table.first
    for _ in 0..<table.chunks {
      guard budget.takeRecords(size) else { break }
      if let bytes = content.bytes(at: place, count: size) {
        addRecords(of: bytes, at: place, head, content, to: &records)
      } else {
        lost += head.recordsOfAChunk - 1
      }
      place += UInt64(size)
    }
    // However many tables say so, the sum stays a number.
    elsewhere = min(elsewhere + Int(min(table.elsewhere, 1 << 32)) * head.recordsOfAChunk, 1 << 60)
    addRuntime(records, head, texts)
  }

  private mutating func addRuntime<Memory: TextMemory & ~Copyable>(
    _ records: [Record], _ head: Head, _ memory: borrowing Memory
  ) {
    if !processHasEnded { taken = max(taken, rx_clock_monotonic()) }
    if head.clock == nil, !records.isEmpty { hasTimes = false }
    subscriptions.reserveCapacity(subscriptions.count + records.count)
    for record in records {
      let name = texts.text(at: record.name, in: memory, &budget)
      let file = texts.text(at: record.file, in: memory, &budget)
      let began = head.clock?.nanoseconds(record.started) ?? 0
      if processHasEnded { taken = max(taken, began) }
      // The record may hold any number, but it was there before it was read.
      subscriptions.append(
        Subscription(record, name, file, runtime: UInt64(runtimes), began: min(began, taken)))
    }
    runtimes += 1
  }

  /// The content of an `rx_live_head`.
  fileprivate struct Head {
    static let size = 40

    let recordSize: Int
    let recordsOfAChunk: Int
    let chunks: UInt64
    /// Nil where nothing is known of its times.
    let clock: TableClock?

    init?<Memory: ForeignMemory & ~Copyable>(
      at address: UInt64, in memory: borrowing Memory, hasEnded: Bool
    ) {
      guard let bytes = memory.bytes(at: address, count: Self.size) else { return nil }
      func word(_ offset: Int) -> UInt64 { bytes.number(at: offset) }
      guard bytes.halfWord(at: 0) == 1 else { return nil }
      recordSize = Int(bytes.halfWord(at: 4))
      recordsOfAChunk = Int(bytes.halfWord(at: 8))
      chunks = word(32)
      guard recordSize >= Record.size, recordSize <= 4096, recordsOfAChunk > 1, recordsOfAChunk <= 1 << 20,
        recordSize * recordsOfAChunk <= LiveChunks.largest
      else { return nil }
      let countsCycles = bytes.halfWord(at: 12) != 0
      let begin = TableClock.Moment(ticks: word(16), monotonic: word(24))
      clock =
        hasEnded
        ? TableClock(ofEnded: begin, countsCycles: countsCycles)
        : TableClock(ofRunning: begin, countsCycles: countsCycles)
    }
  }

  /// How often a chunk is read when its records change all the time.
  private static let patience = 8

  /// A record is whole if it had the same generation before and after its words were read.
  private mutating func addRecords<Memory: ForeignMemory & ~Copyable>(
    of first: [UInt8], at address: UInt64, _ head: Head, _ memory: borrowing Memory,
    to records: inout [Record]
  ) {
    var earlier = first
    var waiting = Array(0..<(head.recordsOfAChunk - 1))
    for _ in 0..<Self.patience where !waiting.isEmpty {
      guard let later = memory.bytes(at: address, count: first.count) else { break }
      waiting.removeAll { index in
        let offset = index * head.recordSize
        let (before, after) = (Record.State(earlier, at: offset), Record.State(later, at: offset))
        if after.isFree { return true }
        guard !before.isFree, before.generation == after.generation else { return false }
        records.append(Record(later, at: offset))
        return true
      }
      earlier = later
    }
    unsettled += waiting.count
  }

  /// The content of an `rx_subscription`.
  fileprivate struct Record {
    static let size = 64

    let identifier, downstream, name, file, started, owner: UInt64
    let lineWord, role, threadWord: UInt32
    let state: State

    init(_ bytes: [UInt8], at offset: Int) {
      (identifier, downstream) = (bytes.number(at: offset), bytes.number(at: offset + 8))
      (name, file) = (bytes.number(at: offset + 16), bytes.number(at: offset + 24))
      (started, owner) = (bytes.number(at: offset + 32), bytes.number(at: offset + 40))
      (lineWord, role) = (bytes.halfWord(at: offset + 48), bytes.halfWord(at: offset + 52))
      (threadWord, state) = (bytes.halfWord(at: offset + 56), State(bytes, at: offset))
    }

    /// The last word of a record.
    struct State {
      private let word: UInt32

      /// Of the record at `offset`.
      init(_ bytes: [UInt8], at offset: Int) { word = bytes.halfWord(at: offset + 60) }

      var isFree: Bool { word & 0xff == 0 }
      var generation: UInt32 { word >> 8 }
      var hasEnded: Bool { word & 0xff > 1 }
    }
  }
}

extension LiveTableReader.Subscription {
  fileprivate init(
    _ record: LiveTableReader.Record, _ name: String, _ operatorFile: String, runtime: UInt64, began: UInt64
  ) {
    func apart(_ number: UInt64) -> UInt64 { number == 0 ? 0 : number | runtime << 56 }
    // Without its file a line says nothing, and would make each record a place of its own.
    let line = operatorFile.isEmpty ? 0 : record.lineWord & 0xff_ffff
    let traits = record.lineWord >> 24 | (record.threadWord >> 16 & 0xff00)
    self.init(
      identifier: apart(record.identifier), downstream: apart(record.downstream),
      place: LiveTableReader.Place(name: record.name, file: record.file, line: line, traits: traits),
      operatorName: name, file: operatorFile,
      line: line, traits: traits, role: record.role,
      thread: record.threadWord & 0xff_ffff, owner: apart(record.owner),
      began: began,
      hasEnded: record.state.hasEnded)
  }
}

extension [UInt8] {
  func number(at offset: Int) -> UInt64 {
    withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
  }
  func halfWord(at offset: Int) -> UInt32 {
    withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
  }
  func shortWord(at offset: Int) -> UInt16 {
    withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt16.self) }
  }
}

import Glibc
import TraceAnalysis
import TraceFixtures
import TraceFormat
import TraceImport
import TraceRendering

@testable import CommandReaders
@testable import ProcessInspection

/// Demands a rule that must hold for any bytes.
func demand(_ holds: Bool, _ rule: String) {
  if !holds { fatalError(rule) }
}

func readRecording(_ bytes: [UInt8]) { read(try? Recording(bytes: bytes), of: bytes.count) }

/// As a recording whose checksums fit: so the reader gets to the bytes behind them.
func readSigned(_ bytes: [UInt8]) { readRecording(signed(bytes)) }

/// Two bytes say how long the recording is; the rest is its staging file.
func readStaging(_ bytes: [UInt8]) {
  guard bytes.count >= 2 else { return }
  let middle = min(2 + Int(bytes[0]) + Int(bytes[1]) << 8, bytes.count)
  read(
    try? Recording(bytes: signed(Array(bytes[2..<middle])), staging: Array(bytes[middle...])), of: bytes.count
  )
}

/// As the marks beside a recording, with checksums that fit where a line begins as one does.
func readMarks(_ bytes: [UInt8]) {
  for marks in [bytes, signedLines(bytes)] {
    guard let recording = try? Recording(bytes: MarkSample.recording, marks: marks) else {
      fatalError("marks that make a recording unreadable")
    }
    demand(recording.damage.allSatisfy(\.isOfMarks), "marks that damage a recording")
    read(recording, of: bytes.count + MarkSample.recording.count)
  }
}

private func signedLines(_ bytes: [UInt8]) -> [UInt8] {
  let start = MarkLine.beginning.count
  return Array(
    bytes.split(separator: 10, omittingEmptySubsequences: false).map { line -> [UInt8] in
      guard line.count > start + 9, line.starts(with: MarkLine.beginning) else { return Array(line) }
      let rest = line.dropFirst(start + 9)
      let sum = String(rest.withUnsafeBytes(checksum), radix: 16)
      let digits = String(repeating: "0", count: 8 - sum.utf8.count) + sum
      return MarkLine.beginning + digits.utf8 + [0x20] + rest
    }.joined(separator: [10]))
}

private func read(_ recording: Recording?, of size: Int) {
  guard let recording else { return }
  var records = 0
  for record in recording.records {
    if case .lost = record.event { continue }
    records += 1
  }
  demand(records <= size / 2, "a record takes two bytes")
  for damage in recording.damage { demand(!damage.description.isEmpty, "a damage without words") }
  let forest = Forest(reading: recording, options: .init(keepsActivity: true))
  let trace = AnalyzedTrace(
    forest: forest, verdicts: Verdicts(forest), program: "program", processID: nil, file: "file")
  // One drawing at a time: they take longer than all the rest.
  let page = Page(charset: .ascii, width: 80)
  let drawing: any Renderer =
    switch records % 4 {
    case 0: TreeText(on: page)
    case 1: LeaksText(on: page)
    case 2: StatsText(on: page)
    default: TimelineText(on: page)
    }
  let text = render(trace, as: drawing)
  demand(!text.utf8.contains { $0 < 32 && $0 != 10 }, "what a program says acts on the terminal")
}

/// As the output of kernel tracers: bpftrace, SystemTap and perf.
func readLines(_ bytes: [UInt8]) {
  var trace = TraceImport()
  var recording: [UInt8] = []
  for line in bytes.split(separator: 10, omittingEmptySubsequences: false) {
    trace.take(line)
    recording += trace.drain()
  }
  let (rest, tally) = trace.finish()
  recording += rest
  guard tally.events > 0 else { return }
  guard let made = try? Recording(bytes: recording) else { fatalError("an import that cannot be read") }
  demand(made.damage.isEmpty, "an import that is damaged")
  demand(made.recordCount >= UInt64(tally.events), "an import that has lost events")
}

func readELF(_ bytes: [UInt8]) {
  withFile(bytes) { path in
    _ = try? ProbeInventory(path: path)
    guard let file = try? ELFFile(path: path) else { return }
    _ = LinkedLibraries(of: file)
    for section in file.sections { _ = file.offset(ofAddress: section.address) }
  }
}

func readLibraryCache(_ bytes: [UInt8]) { _ = LibraryCache(bytes: bytes) }

/// The baseline that was read is written, and read again: it must be the same.
func readBaseline(_ bytes: [UInt8]) {
  guard let baseline = try? Baseline(String(decoding: bytes, as: UTF8.self)) else { return }
  let lines = baseline.known.keys.map {
    Baseline.Line(
      fingerprint: $0, place: "a.swift:1", count: 1, title: "comment # \u{1b}", confidence: "likely")
  }
  guard let again = try? Baseline(baseline.text(for: lines)) else {
    fatalError("a baseline that cannot be read again")
  }
  demand(again.known.mapValues(\.until) == baseline.known.mapValues(\.until), "a baseline that changes")
}

func readConfiguration(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  let lines = text.count { $0.isNewline } + 1
  do {
    for setting in try ConfigurationFile(text).settings {
      demand((1...lines).contains(setting.line), "a setting from no line")
    }
  } catch {
    demand((1...lines).contains(error.line) && !error.words.isEmpty, "a problem with no line")
  }
}

/// The quote server's subscriptions, in memory.
private let feedd = {
  let forest = Forest(reading: try! Recording(bytes: Samples.recording(Feedd.records())))
  return (forest: forest, verdicts: Verdicts(forest))
}()

func readQuery(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  do {
    let query = try Query(text)
    for life in feedd.forest.lives { _ = query.holds(for: life, in: feedd.forest, feedd.verdicts) }
  } catch {
    demand((0...text.count).contains(error.place) && !error.words.isEmpty, "a problem with no place")
  }
}

func readMappings(_ bytes: [UInt8]) {
  for mapping in FileMapping.all(in: bytes) {
    demand(!mapping.addresses.isEmpty && mapping.path.hasPrefix("/"), "a part of no file")
    for offset in [0, mapping.offset, UInt64.max] {
      guard let address = mapping.address(ofWritable: offset) else { continue }
      demand(mapping.addresses.contains(address), "an address elsewhere")
    }
  }
}

/// As the memory of a process, whose first bytes are the head of its table of living subscriptions.
func readLiving(_ bytes: [UInt8]) {
  withFile(bytes) { path in
    guard let memory = try? ProcessMemory(at: path) else { return }
    let read = LiveTableReader(headAt: 0, in: memory, budget: ReadingBudget(size: UInt64(bytes.count)))
    demand(read.subscriptions.count <= bytes.count / 64, "a record takes 64 bytes, and none is read twice")
    demand(read.unsettled == 0, "nobody changes them")
  }
}

/// As the core file of a process.
func readCore(_ bytes: [UInt8]) {
  withFile(bytes) { path in
    guard let core = try? CoreFile(path: path) else { return }
    let read = core.read().table
    demand(read.unsettled == 0, "nobody changes them")
    demand(read.subscriptions.allSatisfy { $0.began <= read.taken }, "a life after the last one began")
  }
}

/// Four numbers of two bytes say how much of the recording is there at each look; the rest is the recording.
func readGrowing(_ bytes: [UInt8]) {
  guard bytes.count >= 8 else { return }
  let whole = signed(Array(bytes[8...]))
  guard let recording = try? Recording(bytes: whole) else { return }
  var forest = GrowingForest()
  for look in stride(from: 0, to: 8, by: 2) {
    let end = Int(bytes[look]) + Int(bytes[look + 1] & 0x7f) << 8
    guard let part = try? Recording(bytes: Array(whole.prefix(end))) else { continue }
    if bytes[look + 1] & 0x80 == 0 { forest.read(part) } else { expectSame(forest.soFar(part), part) }
  }
  expectSame(forest.finish(recording), recording)
}

private func expectSame(_ forest: Forest, _ recording: Recording) {
  let whole = Forest(reading: recording)
  demand(forest.records == whole.records && forest.totals == whole.totals, "what is read in parts differs")
  demand(forest.lives.count == whole.lives.count && forest.lost == whole.lost, "what lives in parts differs")
}

/// The bytes as a file.
private func withFile(_ bytes: [UInt8], _ body: (String) -> Void) {
  var path = Array("/tmp/rxtrace-fuzz-XXXXXX".utf8CString)
  let descriptor = mkstemp(&path)
  guard descriptor >= 0 else { fatalError("cannot write to /tmp") }
  defer {
    close(descriptor)
    unlink(path)
  }
  guard write(descriptor, bytes, bytes.count) == bytes.count else { return }
  body("/proc/self/fd/\(descriptor)")
}

/// Gives every chunk, wherever its magic stands, checksums that fit.
private func signed(_ bytes: [UInt8]) -> [UInt8] {
  var bytes = bytes
  var place = 0
  while place + ChunkHeader.size <= bytes.count {
    guard bytes[place..<place + 4].elementsEqual(ChunkHeader.magic) else {
      place += 1
      continue
    }
    bytes.withUnsafeMutableBytes { all in
      let length = Int(UInt32(littleEndian: all.loadUnaligned(fromByteOffset: place + 4, as: UInt32.self)))
      let start = place + ChunkHeader.size
      if length <= all.count - start {
        let sum = checksum(UnsafeRawBufferPointer(rebasing: all[start..<start + length]))
        all.storeBytes(of: sum.littleEndian, toByteOffset: place + 88, as: UInt32.self)
      }
      let head = place..<start - 4
      let sum = checksum(UnsafeRawBufferPointer(rebasing: all[head]))
      all.storeBytes(of: sum.littleEndian, toByteOffset: head.upperBound, as: UInt32.self)
    }
    place += ChunkHeader.size
  }
  return bytes
}

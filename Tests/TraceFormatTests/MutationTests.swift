import Glibc
import Testing
import TraceFixtures
import TraceFormat

/// `RXTRACE_MUTATIONS` says how many files of each kind are tried.
@Suite("A recording that somebody has tampered with")
struct MutationTests {
  private static let count = getenv("RXTRACE_MUTATIONS").flatMap { Int(String(cString: $0)) } ?? 20_000

  /// Reads everything that can be read, and checks what must hold whatever the bytes are.
  private func read(_ bytes: [UInt8], _ staging: [UInt8]? = nil) {
    guard
      let recording = try? staging.map({ try Recording(bytes: bytes, staging: $0) })
        ?? Recording(bytes: bytes)
    else { return }
    let limit = bytes.count + (staging?.count ?? 0)
    var records = 0
    for record in recording.records {
      if case .lost = record.event { continue }
      records += 1
    }
    // A record takes two bytes, and every loss is said for a chunk or an entry of the index.
    #expect(records <= limit / 2)
    #expect(recording.chunks.count <= limit / 112 + 2 * limit / 4097 + 1)
    for damage in recording.damage { #expect(!damage.description.isEmpty) }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededRandom) {
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let size = min(Int.random(in: 1...64, using: &random), bytes.count - place)
      switch Int.random(in: 0..<7, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes[place] = [0, 1, 0x7f, 0x80, 0xff].randomElement(using: &random)!
      case 2: for index in place..<place + size { bytes[index] = .random(in: 0...255, using: &random) }
      case 3: bytes.removeSubrange(place..<place + size)
      case 4:
        bytes.insert(
          contentsOf: bytes[place..<place + size], at: Int.random(in: 0...bytes.count, using: &random))
      case 5: bytes.removeSubrange(Int.random(in: place..<bytes.count, using: &random)...)
      default: for index in place..<place + size { bytes[index] = 0xff }
      }
    }
  }

  @Test func `never traps, never hangs, and gives no more than its bytes can hold`() {
    var random = SeededRandom(seed: 1)
    let whole = Samples.recording(Samples.records(threads: 3, rounds: 2))
    for _ in 0..<Self.count / 2 {
      var bytes = whole
      mutate(&bytes, &random)
      read(bytes)
    }
  }

  @Test func `nor does one whose checksums were made to fit`() throws {
    var random = SeededRandom(seed: 2)
    let whole = Samples.recording(Samples.records(threads: 3, rounds: 2))
    let chunks = try Recording(bytes: whole).chunks
    for _ in 0..<Self.count / 4 {
      var bytes = whole
      for chunk in chunks where Bool.random(using: &random) {
        forge(&bytes, Int(chunk.offset), Int(chunk.length), &random)
      }
      read(bytes)
    }
  }

  /// Changes a chunk's head and payload and signs them.
  private func forge(_ bytes: inout [UInt8], _ offset: Int, _ length: Int, _ random: inout SeededRandom) {
    let payload = offset + ChunkHeader.size..<offset + length
    for _ in 0..<Int.random(in: 0...3, using: &random) where !payload.isEmpty {
      bytes[payload.randomElement(using: &random)!] = .random(in: 0...255, using: &random)
    }
    // Fields from the sequence on; the lengths stay, so that the next chunk is found.
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let field = offset + 10 + Int.random(in: 0..<78, using: &random)
      for index in field..<min(field + 8, offset + 88) {
        bytes[index] = [0, 0xff, .random(in: 0...255, using: &random)].randomElement(using: &random)!
      }
    }
    sign(&bytes, payload, offset)
  }

  private func sign(_ bytes: inout [UInt8], _ payload: Range<Int>, _ offset: Int) {
    bytes.withUnsafeMutableBytes { all in
      let sum = checksum(UnsafeRawBufferPointer(rebasing: all[payload]))
      all.storeBytes(of: sum.littleEndian, toByteOffset: offset + 88, as: UInt32.self)
      let head = offset..<offset + ChunkHeader.size - 4
      let headSum = checksum(UnsafeRawBufferPointer(rebasing: all[head]))
      all.storeBytes(of: headSum.littleEndian, toByteOffset: head.upperBound, as: UInt32.self)
    }
  }

  @Test func `nor does a staging file`() throws {
    var random = SeededRandom(seed: 3)
    let whole = Samples.recording(Samples.records(threads: 2, rounds: 1))
    // Without its index the recording is not sealed, and the staging file is looked at.
    let index = try #require(try Recording(bytes: whole).chunks.last)
    let unsealed = Array(whole[..<Int(index.offset)])
    let staged = StagingSample.file
    let sample = try Recording(bytes: unsealed, staging: staged)
    #expect(sample.chunks.contains { $0.place == .staging })
    for _ in 0..<Self.count / 4 {
      var (bytes, staging) = (unsealed, staged)
      if Bool.random(using: &random) { mutate(&bytes, &random) }
      mutate(&staging, &random)
      read(bytes, staging)
    }
  }
}

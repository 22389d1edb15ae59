import Glibc
import Testing
import TraceFixtures
import TraceFormat

@Suite("A file that is no recording")
struct TraceFormatErrorTests {
  /// Writes the bytes to a file for as long as the body runs.
  private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) rethrows {
    var template = Array("/tmp/rxtrace-tests-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    defer { unlink(path) }
    _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    try body(path)
  }

  private func error(_ path: String) -> TraceFormatError? {
    do throws(TraceFormatError) {
      _ = try Recording.open(path)
      return nil
    } catch {
      return error
    }
  }

  private func newer(_ version: UInt8) -> [UInt8] {
    var bytes = Samples.recording([])
    bytes[8] = version
    return bytes
  }

  @Test func `is named in one line that says why`() {
    let whole = Samples.recording(Samples.records())
    let rows: [(bytes: [UInt8], line: String)] = [
      ([], "the file is empty, nothing was recorded into it"),
      (Array("PK".utf8), "is not an rxtrace recording"),
      (Array("#!/bin/sh\necho a text of more than sixteen bytes\n".utf8), "is not an rxtrace recording"),
      ([UInt8](repeating: 0, count: 5000), "is not an rxtrace recording"),
      (Array(whole[..<1]), "the recording is cut inside its header, after 1 bytes; it holds no events"),
      (Array(whole[..<40]), "the recording is cut inside its header, after 40 bytes; it holds no events"),
      (newer(2), "is a recording of format 2, this rxtrace reads up to 1; a newer rxtrace reads it"),
      (newer(255), "is a recording of format 255, this rxtrace reads up to 1; a newer rxtrace reads it"),
    ]
    for row in rows {
      withFile(row.bytes) { path in
        #expect(error(path)?.description == "\(path): \(row.line)")
      }
    }
  }

  @Test func `is told from one that cannot be read`() {
    #expect(error("/no/such/file")?.description == "/no/such/file: no such file")
    #expect(error("/dev/null/x")?.description == "/dev/null/x: no such file")
    #expect(error("/tmp")?.description == "/tmp: is not a file")
    #expect(error("/dev/null")?.description == "/dev/null: is not a file")
    let loop = "/tmp/rxtrace-tests-loop-\(getpid())"
    symlink(loop, loop)
    defer { unlink(loop) }
    #expect(error(loop)?.description == "\(loop): cannot be read: Too many levels of symbolic links")
  }

  @Test func `cannot bring its name's control characters to the terminal`() {
    let line = error("/tmp/\u{1b}[31m\u{202e}\n").map(\.description)
    #expect(line == "/tmp/\\u{1b}[31m\\u{202e}\\u{a}: no such file")
  }

  @Test func `a header that is damaged costs only what it says`() throws {
    let records = Samples.records()
    var bytes = Samples.recording(records)
    bytes[30] ^= 1
    let recording = try Recording(bytes: bytes)
    #expect(recording.damage.map(\.problem) == [.header])
    #expect(recording.damage[0].isHarmless)
    #expect(recording.header.program.isEmpty)
    #expect(Array(recording.records).count == records.count)
    #expect(recording.isSealed)
  }
}

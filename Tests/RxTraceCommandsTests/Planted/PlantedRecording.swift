import Glibc
import TraceFormat

/// Recordings that were not ended, of two runs.
enum PlantedRecording {
  static let header = header(first: 0xa0)
  static let unsealed = cut(SampleRecording.bytes(header: header))
  /// `unsealed`, written on another machine.
  static let elsewhere = cut(SampleRecording.bytes(header: header(first: 0xa0, bootID: "another-boot")))
  static let other = cut(SampleRecording.bytes(header: header(first: 0x10)))

  /// A staging file without records, of `unsealed`; where it says where its recording is, of the one at `path`.
  static func staging(of identity: [UInt8] = header.identity, at path: String = "") -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: StagingLayout.headSize)
    bytes.replaceSubrange(0..<8, with: StagingLayout.magic)
    bytes[StagingLayout.Head.major] = 1
    bytes.replaceSubrange(16..<32, with: identity)
    func put(_ number: UInt64, _ offset: Int, _ size: Int) {
      for byte in 0..<size { bytes[offset + byte] = UInt8(truncatingIfNeeded: number >> (8 * UInt64(byte))) }
    }
    put(6144, StagingLayout.Head.slotSize, 4)
    for (offset, start) in [
      (StagingLayout.Head.lifecycleOffset, 4096), (StagingLayout.Head.valuesOffset, 5120),
    ] {
      put(UInt64(start), offset, 4)
      put(1024, offset + 4, 4)
    }
    var status = stat()
    guard !path.isEmpty, stat(path.split(separator: "/").dropLast().map { "/" + $0 }.joined(), &status) == 0
    else {
      return bytes
    }
    put(UInt64(status.st_dev), StagingLayout.Head.folderDevice, 8)
    put(UInt64(status.st_ino), StagingLayout.Head.folderNumber, 8)
    put(UInt64(path.utf8.count), StagingLayout.Head.pathLength, 4)
    bytes.replaceSubrange(
      StagingLayout.Head.path..<(StagingLayout.Head.path + path.utf8.count), with: path.utf8)
    return bytes
  }

  private static func header(first: UInt8, bootID: String = "") -> RecordingHeader {
    var header = SampleRecording.header
    if !bootID.isEmpty { header.bootID = bootID }
    header.identity = (0..<16).map { first + $0 }
    return header
  }

  /// Without the index at its end.
  private static func cut(_ bytes: [UInt8]) -> [UInt8] {
    guard let last = try? Recording(bytes: bytes).chunks.last else { return bytes }
    return Array(bytes[..<Int(last.offset)])
  }
}

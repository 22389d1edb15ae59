internal import CFiles
internal import Glibc

/// The bytes of a recording: a file that stays open, or memory.
final class ByteSource: Sendable {
  private let descriptor: Int32
  private let memory: [UInt8]
  /// As it was when the source was opened; a file may grow afterwards.
  let length: UInt64
  /// The user whose file it is; nil for memory.
  let owner: UInt32?

  init(_ memory: [UInt8]) {
    descriptor = -1
    self.memory = memory
    length = UInt64(memory.count)
    owner = nil
  }

  /// Opens an ordinary file. The file at the path is looked at first: no device, pipe or socket is opened.
  ///
  /// - Parameter followingLink: whether the path's last part may be a link.
  init(path: String, followingLink: Bool = true) throws(TraceFormatError) {
    var found = stat()
    descriptor = rx_file_open(
      AT_FDCWD, path, Int32(followingLink ? RX_FOLLOW : RX_NOT_LAST), O_RDONLY, &found)
    memory = []
    length = UInt64(max(found.st_size, 0))
    owner = found.st_uid
    guard descriptor >= 0 else {
      switch -descriptor {
      case ENOENT, ENOTDIR: throw .missing(path: path)
      case EISDIR, EINVAL: throw .notAFile(path: path)
      default: throw .unreadable(path: path, errorNumber: -descriptor)
      }
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Fills the buffer from `offset` on and returns how many bytes there were; fewer at the end, or where the
  /// file cannot be read.
  func read(at offset: UInt64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let start = buffer.baseAddress else { return 0 }
    if descriptor < 0 {
      guard offset < length else { return 0 }
      let count = min(buffer.count, memory.count - Int(offset))
      memory.withUnsafeBytes { start.copyMemory(from: $0.baseAddress! + Int(offset), byteCount: count) }
      return count
    }
    guard offset <= UInt64(Int64.max) - UInt64(buffer.count) else { return 0 }
    var done = 0
    while done < buffer.count {
      let count = pread(descriptor, start + done, buffer.count - done, off_t(offset) + off_t(done))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { break }
      done += count
    }
    return done
  }

  func bytes(at offset: UInt64, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      filled = read(at: offset, into: UnsafeMutableRawBufferPointer(buffer))
    }
  }
}

/// A view that slides forward over a source, so that headers and payloads are read in large steps.
struct Window: ~Copyable {
  private let source: ByteSource
  private let capacity: Int
  private let buffer: UnsafeMutableRawBufferPointer
  private var start: UInt64 = 0
  private var count = 0

  init(_ source: ByteSource, capacity: Int = 1 << 20) {
    self.source = source
    self.capacity = capacity
    buffer = .allocate(byteCount: capacity + ChunkHeader.maximumPayload, alignment: 16)
  }

  deinit { buffer.deallocate() }

  /// The bytes from `offset` on: `size` of them, or fewer at the end of the file. Valid until the next call.
  mutating func bytes(at offset: UInt64, size: Int) -> UnsafeRawBufferPointer {
    let size = min(size, buffer.count)
    if offset < start || offset + UInt64(size) > start + UInt64(count) {
      start = offset
      count = source.read(
        at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<max(size, capacity)]))
    }
    let from = Int(offset - start)
    return UnsafeRawBufferPointer(rebasing: buffer[from..<min(from + size, count)])
  }
}

/// The system's words for an error number.
func systemMessage(_ number: Int32) -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer -> String in
    guard let start = buffer.baseAddress, strerror_r(number, start, buffer.count) == 0 else {
      return "error \(number)"
    }
    return String(cString: start)
  }
}

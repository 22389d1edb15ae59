package import Glibc

/// The memory of another process, to be read while it runs.
///
/// The kernel allows it to root, and to whoever may trace the process.
package struct ProcessMemory: ~Copyable, ForeignMemory {
  private let descriptor: Int32

  package init(of process: pid_t) throws(SystemError) {
    try self.init(at: "/proc/\(process)/mem")
  }

  /// Any file in the place of a process's memory.
  init(at path: String) throws(SystemError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
  }

  /// Takes a descriptor over.
  init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// The `count` bytes from `address` on. Nil where one of them is not mapped, or the process is gone.
  package func bytes(at address: UInt64, count: Int) -> [UInt8]? {
    guard let offset = off_t(exactly: address), count >= 0 else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let read = pread(descriptor, buffer.baseAddress! + filled, count - filled, offset + off_t(filled))
        if read < 0, errno == EINTR { continue }
        guard read > 0 else { break }
        filled += read
      }
    }
    return bytes.count == count ? bytes : nil
  }

  /// The text at an address up to its zero byte, or its first 4,096 bytes; nil where nothing is mapped.
  package func text(at address: UInt64) -> String? { firstText(at: address) }

  /// Two bytes as a number; nil where nothing is mapped, or the process is gone.
  package func word(at address: UInt64) -> UInt16? {
    guard let offset = off_t(exactly: address) else { return nil }
    var word: UInt16 = 0
    let count = pread(descriptor, &word, MemoryLayout<UInt16>.size, offset)
    return count == MemoryLayout<UInt16>.size ? word : nil
  }
}

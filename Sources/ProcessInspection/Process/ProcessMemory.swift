package import Glibc

/// The memory of another process, to be read while it runs.
///
/// The kernel allows it to root, and to whoever may trace the process.
package struct ProcessMemory: ~Copyable {
  private let descriptor: Int32

  package init(of process: pid_t) throws(SystemError) {
    descriptor = open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
  }

  deinit { close(descriptor) }

  /// Two bytes as a number; nil where nothing is mapped, or the process is gone.
  package func word(at address: UInt64) -> UInt16? {
    guard let offset = off_t(exactly: address) else { return nil }
    var word: UInt16 = 0
    let count = pread(descriptor, &word, MemoryLayout<UInt16>.size, offset)
    return count == MemoryLayout<UInt16>.size ? word : nil
  }
}

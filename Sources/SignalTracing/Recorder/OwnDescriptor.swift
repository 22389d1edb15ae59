import Glibc
import Synchronization

/// A file descriptor that a program which closes all of its descriptors cannot turn against us: out of the
/// way, and checked before each use to be the same file still.
struct OwnDescriptor: ~Copyable {
  /// Descriptors are moved above those that programs count up to.
  private static let lowest: Int32 = 512

  private let number: Atomic<Int32>
  private let device: dev_t
  private let inode: ino_t
  /// Absolute; to open the file again if the program has closed it.
  private let path: UnsafeMutablePointer<CChar>

  /// Takes over an open descriptor, which is closed when it could be moved up. `path` must be absolute.
  init?(_ descriptor: Int32, path: String) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, let copy = strdup(path) else {
      close(descriptor)
      return nil
    }
    device = status.st_dev
    inode = status.st_ino
    self.path = copy
    number = Atomic(Self.moved(descriptor))
  }

  private static func moved(_ descriptor: Int32) -> Int32 {
    let higher = fcntl(descriptor, F_DUPFD_CLOEXEC, lowest)
    guard higher >= 0 else { return descriptor }
    close(descriptor)
    return higher
  }

  /// The descriptor, if it is still the file that it was; else the file is opened again. Nil when that fails
  /// as well.
  func checked() -> Int32? {
    let current = number.load(ordering: .relaxed)
    if isOurs(current) { return current }
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    guard isOurs(descriptor) else {
      close(descriptor)
      return nil
    }
    let higher = Self.moved(descriptor)
    // Two threads may be here: one descriptor stays, the other's is closed.
    let (exchanged, now) = number.compareExchange(expected: current, desired: higher, ordering: .relaxed)
    if exchanged { return higher }
    close(higher)
    return now
  }

  /// Closes the descriptor if it is ours still.
  func closeIfOurs() {
    let current = number.exchange(-1, ordering: .relaxed)
    if isOurs(current) { close(current) }
  }

  private func isOurs(_ descriptor: Int32) -> Bool {
    var status = stat()
    return descriptor >= 0 && fstat(descriptor, &status) == 0 && status.st_ino == inode
      && status.st_dev == device
  }

  deinit {
    closeIfOurs()
    free(path)
  }
}

import Glibc
import ProcessInspection

/// The recording that an import writes. It begins as a file beside its place, and takes the place when the
/// first bytes are in it. So a reader of an older file there is not disturbed. If the import is killed, the
/// part that was imported stays.
struct ImportedFile: ~Copyable {
  private let path: String
  private let temporary: String
  private var descriptor: Int32 = -1
  private(set) var size = 0

  init(path: String) {
    self.path = path
    temporary = "\(path).\(getpid()).tmp"
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  mutating func append(_ bytes: [UInt8]) throws(SystemError) {
    guard !bytes.isEmpty else { return }
    let isFirst = descriptor < 0
    if isFirst {
      descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw .last }
    }
    do throws(SystemError) {
      try write(bytes)
      if isFirst, rename(temporary, path) != 0 { throw .last }
    } catch {
      if isFirst { unlink(temporary) }
      throw error
    }
    size += bytes.count
  }

  private func write(_ bytes: [UInt8]) throws(SystemError) {
    let failure = bytes.withUnsafeBytes { bytes -> SystemError? in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { return .last }
        rest = rest.dropFirst(count)
      }
      return nil
    }
    if let failure { throw failure }
  }
}

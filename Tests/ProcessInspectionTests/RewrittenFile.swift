import Foundation
import Glibc
import Testing
import TraceFixtures

/// A file that is rewritten again and again. Nothing waits for a disk, as emptying a file and filling it anew may.
final class RewrittenFile {
  let path: String
  private let descriptor: Int32

  init(in folder: TemporaryFolder) {
    path = folder.file("rewritten").path
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
  }

  deinit { close(descriptor) }

  func write(_ bytes: [UInt8]) {
    #expect(pwrite(descriptor, bytes, bytes.count, 0) == bytes.count)
    #expect(ftruncate(descriptor, bytes.count) == 0)
  }
}

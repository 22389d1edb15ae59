import Glibc

/// A folder of its own, gone with everything in it when nobody holds it any more.
final class TemporaryFolder {
  let path: String

  init() throws(SubprocessFailure) {
    var template = Array("/tmp/bench-XXXXXX".utf8) + [0]
    let made = template.withUnsafeMutableBytes { bytes -> Bool in
      guard let start = bytes.baseAddress else { return false }
      return mkdtemp(start.assumingMemoryBound(to: CChar.self)) != nil
    }
    guard made else {
      throw SubprocessFailure(description: "no folder in /tmp: \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast(), as: UTF8.self)
  }

  deinit { _ = try? output(of: "rm", ["-rf", path]) }
}

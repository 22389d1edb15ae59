import Glibc

/// A file of `/proc`, whose size is not known before it is read.
package enum ProcFile {
  package static func bytes(of path: String) throws(SystemError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var text = [UInt8]()
    var part = [UInt8](repeating: 0, count: 65_536)
    while text.count < FileBytes.largestPart {
      let count = read(descriptor, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last }
      if count == 0 { break }
      text += part[..<count]
    }
    return text
  }

  /// The number that follows `name` at the start of a line.
  package static func number(_ name: String, in path: String) -> UInt64? {
    guard let bytes = try? bytes(of: path) else { return nil }
    let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix(name) }
    return line?.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { UInt64($0) }
  }
}

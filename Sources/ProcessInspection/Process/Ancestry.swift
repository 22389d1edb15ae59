package import Glibc

/// The parents of processes, from `/proc`.
package enum Ancestry {
  /// Whether `process` is `ancestor` or was started by it, directly or not. False when it cannot be known.
  package static func isDescendant(_ process: pid_t, of ancestor: pid_t) -> Bool {
    var current = process
    // Deeper than any real chain; bounded because ids are reused while it is walked.
    for _ in 0..<64 {
      if current == ancestor { return true }
      guard current > 1, let parent = parent(of: current) else { return false }
      current = parent
    }
    return false
  }

  /// The fourth field of `/proc/PID/stat`; the second is the name in parentheses, which may hold anything.
  package static func parent(of process: pid_t) -> pid_t? {
    let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var text = [UInt8](repeating: 0, count: 512)
    let count = read(descriptor, &text, text.count)
    guard count > 0, let end = text[..<count].lastIndex(of: UInt8(ascii: ")")) else { return nil }
    let fields = text[(end + 1)..<count].split(separator: UInt8(ascii: " "))
    guard fields.count > 1 else { return nil }
    return pid_t(String(decoding: fields[1], as: UTF8.self))
  }
}

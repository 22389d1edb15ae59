import Glibc
import ProcessInspection
import TraceFormat

/// The process that writes a recording.
enum WritingProcess {
  /// Whether it is gone, as far as this machine can know.
  static func isGone(_ header: RecordingHeader) -> Bool {
    let process = pid_t(bitPattern: header.processID)
    if process <= 0 || isElsewhere(header) { return true }
    return kill(process, 0) != 0 && errno == ESRCH
  }

  /// Whether another machine, or this one before it was started anew, has written it.
  static func isElsewhere(_ header: RecordingHeader) -> Bool {
    !header.bootID.isEmpty && header.bootID != bootID
  }

  private static let bootID: String = {
    let file = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var text = [UInt8](repeating: 0, count: 64)
    let count = read(file, &text, text.count)
    return String(decoding: text.prefix(max(count, 0)).prefix { $0 > 0x20 }, as: UTF8.self)
  }()
}

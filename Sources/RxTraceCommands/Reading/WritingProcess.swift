import Glibc
import ProcessInspection
import TraceFormat

/// The process that writes a recording, as far as this machine can know.
enum WritingProcess {
  /// It runs. Whether it has the recording open is nil where that is not to be looked at.
  case running(RunningProcess, holdsIt: Bool?)
  /// There is none any more.
  case gone
  /// It may run in a container that is not to be looked into from here.
  case unknown

  /// Looks for it. Its number in the recording is the one that it has for itself: in a PID namespace of its
  /// own it is another one than here.
  init(of header: RecordingHeader, at path: String) {
    let number = pid_t(bitPattern: header.processID)
    guard number > 0, !Self.isElsewhere(header) else {
      self = .gone
      return
    }
    let same = RunningProcess(number).flatMap { $0.ownNumber == number ? $0 : nil }
    let holds = same.flatMap { OpenFiles.hold(path, of: $0.pid) }
    if let same, holds == true {
      self = .running(same, holdsIt: true)
    } else if let inner = RunningProcess.inNamespaces(number: number)
      .first(where: { OpenFiles.hold(path, of: $0.pid) == true })
    {
      self = .running(inner, holdsIt: true)
    } else if !header.container.isEmpty, header.host != Self.host {
      self = .unknown
    } else if let same {
      self = .running(same, holdsIt: holds)
    } else {
      self = .gone
    }
  }

  /// Whether it has ended; where that cannot be known it has not.
  var isGone: Bool {
    switch self {
    case .running(let process, _): process.isGone
    case .gone: true
    case .unknown: false
    }
  }

  /// Whether another machine, or this one before it was started anew, has written it.
  static func isElsewhere(_ header: RecordingHeader) -> Bool {
    !header.bootID.isEmpty && header.bootID != bootID
  }

  private static var host: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "" }
    return withUnsafeBytes(of: name.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
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

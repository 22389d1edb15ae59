package import Glibc

/// A process of this machine, told apart from a later one that has its number.
package struct RunningProcess: Hashable, Sendable {
  /// Its number here.
  package let pid: pid_t
  /// When it was started, in the kernel's ticks.
  private let started: [UInt8]

  /// Nil where there is none, or one that has ended and that nobody has waited for.
  package init?(_ pid: pid_t) {
    guard pid > 0, let (state, started) = Self.state(of: pid), !Self.isOver(state, pid) else { return nil }
    self.pid = pid
    self.started = started
  }

  /// Whether it has ended, also where nobody has waited for it yet.
  package var isGone: Bool {
    guard let (state, started) = Self.state(of: pid) else { return kill(pid, 0) != 0 && errno == ESRCH }
    return started != self.started || Self.isOver(state, pid)
  }

  /// When it was started, in seconds since 1970; nil if the kernel does not tell.
  package var startedAt: Int? {
    let perSecond = UInt64(max(1, sysconf(Int32(_SC_CLK_TCK))))
    guard let ticks = UInt64(String(decoding: started, as: UTF8.self)),
      let boot = ProcFile.number("btime", in: "/proc/stat")
    else { return nil }
    return Int(exactly: boot.addingReportingOverflow(ticks / perSecond).partialValue)
  }

  /// The number that it has for itself: in a PID namespace of its own it is another one.
  package var ownNumber: pid_t { Self.numbers(of: pid).last ?? pid }

  /// The processes that have this number for themselves and another one here.
  package static func inNamespaces(number: pid_t) -> [RunningProcess] {
    guard let listing = opendir("/proc") else { return [] }
    defer { closedir(listing) }
    var found: [RunningProcess] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let pid = pid_t(name), pid != number, numbers(of: pid).last == number,
        let process = RunningProcess(pid)
      else { continue }
      found.append(process)
    }
    return found
  }

  /// Its numbers: here, then in each namespace that lies within, its own one last.
  private static func numbers(of pid: pid_t) -> [pid_t] {
    guard let bytes = try? ProcFile.bytes(of: "/proc/\(pid)/status") else { return [] }
    let line = bytes.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: "NSpid:".utf8) }
    return (line?.split(whereSeparator: { $0 <= 0x20 }).dropFirst() ?? [])
      .compactMap { pid_t(String(decoding: $0, as: UTF8.self)) }
  }

  /// A process whose first thread has ended may have others.
  private static func isOver(_ state: UInt8, _ pid: pid_t) -> Bool {
    switch state {
    case UInt8(ascii: "X"), UInt8(ascii: "x"): return true
    case UInt8(ascii: "Z"):
      var folder = stat()
      // A link for each folder in it, besides two of its own: one for each thread.
      return stat("/proc/\(pid)/task", &folder) != 0 || folder.st_nlink <= 3
    default: return false
    }
  }

  /// The third and the twenty-second field of `/proc/PID/stat`; the second, in parentheses, may hold
  /// anything.
  private static func state(of pid: pid_t) -> (state: UInt8, started: [UInt8])? {
    guard let text = try? ProcFile.bytes(of: "/proc/\(pid)/stat"),
      let end = text.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = text[(end + 1)...].split(separator: UInt8(ascii: " "))
    guard fields.count > 19, let state = fields[0].first else { return nil }
    return (state, Array(fields[19]))
  }
}

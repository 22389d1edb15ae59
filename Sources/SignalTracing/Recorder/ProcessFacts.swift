import CRecorder
import CSignalProbes
import Glibc
import TraceFormat

extension RecordingHeader {
  /// The header of a recording that begins now: this process and this machine.
  init(describingThisProcess options: RecordingOptions, _ facts: ProcessFacts) {
    self.init()
    let now = ClockReading.now()
    startedTicks = now.ticks
    startedMonotonic = now.nanoseconds
    startedWallClock = wallClock()
    clock = rx_ticks_are_cycles() ? .cycles : .monotonic
    runtimeVersion = ProcessFacts.runtimeVersion
    program = ProcessFacts.program
    // Words after the name may hold secrets: passwords, tokens, addresses.
    arguments = options.keepsArguments ? facts.arguments : Array(facts.arguments.prefix(1))
    if options.keepsArguments, let redaction = options.redaction {
      arguments = redaction.redacted(words: arguments)
    }
    processID = UInt32(bitPattern: getpid())
    buildID = ProcessFacts.buildID
    host = ProcessFacts.host
    bootID = facts.bootID
    container =
      ContainerNumber(groups: facts.text("/proc/self/cgroup"), mounts: facts.text("/proc/self/mountinfo"))
      .text
    labels = options.redaction.map { redaction in options.labels.map(redaction.redacted) } ?? options.labels
    if options.leavesValuesOut { kinds.remove(.next) }
    valueLimit = options.valueLimit
    redactions = options.redaction.map { UInt32($0.count) }
    hasProbes = rx_probes_are_compiled_in
    identity = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
  }
}

/// The kernel's texts about this process; empty if there is none.
///
/// Files are read by the file thread: the program's own table of descriptors may be full, or used by another
/// thread that closes a number that it thinks is its own.
struct ProcessFacts {
  let thread: FileThread
  let deadline: UInt64

  static let runtimeVersion = Version.current

  static var program: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      let count = readlink("/proc/self/exe", start, buffer.count)
      return String(decoding: UnsafeRawBufferPointer(start: start, count: max(count, 0)), as: UTF8.self)
    }
  }

  var arguments: [String] {
    contents("/proc/self/cmdline", most: 1 << 18).split(separator: 0, omittingEmptySubsequences: false)
      .dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  static var buildID: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
      count = rx_build_id(buffer.baseAddress!, buffer.count)
    }
  }

  static var host: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "" }
    return withUnsafeBytes(of: name.nodename) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  var bootID: String {
    String(decoding: contents("/proc/sys/kernel/random/boot_id", most: 64).prefix { $0 != 10 }, as: UTF8.self)
  }

  /// Whether this process is in the namespace of the machine's first process; false where that cannot be
  /// known.
  var isAmongAllProcesses: Bool { status("/proc/self/ns/pid")?.st_ino == Self.firstProcessNamespace }

  /// `PROC_PID_INIT_INO` of the kernel: this number never changes.
  private static let firstProcessNamespace: ino_t = 0xEFFF_FFFC

  func status(_ path: String) -> stat? {
    try? OwnFile.withPath(path, thread, deadline) { path throws(ErrorNumber) in
      try thread.perform(
        RX_STATUS_AT, Int(AT_FDCWD), path, Int(bitPattern: thread.status), 0, until: deadline)
      return thread.status.pointee
    }
  }

  func text(_ path: String) -> String {
    String(decoding: contents(path, most: 1 << 18), as: UTF8.self)
  }

  private func contents(_ path: String, most: Int) -> [UInt8] {
    let file = try? OwnFile.withPath(path, thread, deadline) { path throws(ErrorNumber) in
      try thread.perform(RX_OPEN, Int(AT_FDCWD), path, Int(O_RDONLY | O_CLOEXEC), 0, until: deadline)
    }
    guard let file else { return [] }
    defer { _ = try? thread.perform(RX_CLOSE, file, until: deadline) }
    let room = UnsafeMutableRawPointer.allocate(byteCount: most, alignment: 8)
    defer { if !thread.isStuck { room.deallocate() } }
    var count = 0
    while count < most {
      let part = try? thread.perform(
        RX_READ, file, Int(bitPattern: room + count), most - count, count, until: deadline)
      guard let part, part > 0 else { break }
      count += part
    }
    return Array(UnsafeRawBufferPointer(start: room, count: count))
  }
}

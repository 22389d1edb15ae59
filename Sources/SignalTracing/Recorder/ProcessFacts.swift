import CSignalProbes
import Glibc
import TraceFormat

extension RecordingHeader {
  /// What a recording that begins now says about this process and this machine.
  init(describingThisProcess options: RecordingOptions) {
    self.init()
    let now = ClockReading.now()
    startedTicks = now.ticks
    startedMonotonic = now.nanoseconds
    startedWallClock = wallClock()
    clock = rx_ticks_are_cycles() ? .cycles : .monotonic
    runtimeVersion = ProcessFacts.runtimeVersion
    program = ProcessFacts.program
    // What follows the name may hold what nobody should read: passwords, tokens, addresses.
    arguments = options.keepsArguments ? ProcessFacts.arguments : Array(ProcessFacts.arguments.prefix(1))
    processID = UInt32(bitPattern: getpid())
    buildID = ProcessFacts.buildID
    host = ProcessFacts.host
    bootID = ProcessFacts.bootID
    valueLimit = options.valueLimit
    hasProbes = rx_probes_are_compiled_in
    identity = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
  }
}

/// What the kernel says about this process; empty where it does not.
enum ProcessFacts {
  static let runtimeVersion = Version.current

  static var program: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      let count = readlink("/proc/self/exe", start, buffer.count)
      return String(decoding: UnsafeRawBufferPointer(start: start, count: max(count, 0)), as: UTF8.self)
    }
  }

  static var arguments: [String] {
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

  static var bootID: String {
    String(decoding: contents("/proc/sys/kernel/random/boot_id", most: 64).prefix { $0 != 10 }, as: UTF8.self)
  }

  private static func contents(_ path: String, most: Int) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      while count < most {
        let part = read(descriptor, buffer.baseAddress! + count, most - count)
        guard part > 0 else { break }
        count += part
      }
    }
  }
}

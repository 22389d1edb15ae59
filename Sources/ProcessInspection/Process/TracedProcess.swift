import Glibc

/// A running process as a tracer names it.
package struct TracedProcess: Hashable {
  package let pid: Int32
  /// Whether it has another view of the file system than this process: it runs in a container.
  package let isElsewhere: Bool

  package init(_ pid: Int32) {
    let own = Self.fileSystem(of: "self"), its = Self.fileSystem(of: "\(pid)")
    self.init(pid, isElsewhere: own != nil && its != nil && own != its)
  }

  package init(_ pid: Int32, isElsewhere: Bool) {
    self.pid = pid
    self.isElsewhere = isElsewhere
  }

  /// Where this process's tracers reach one of its files.
  package func reach(_ path: String) -> String { isElsewhere ? "/proc/\(pid)/root\(path)" : path }

  /// The program that it runs, under whatever name, and where it has none any more.
  package var programPath: String { "/proc/\(pid)/exe" }

  /// The file that it has mapped at these addresses, in the same way. Only those who may look into every
  /// process open it.
  package func path(ofMapping addresses: Range<UInt64>) -> String {
    let ends = [addresses.lowerBound, addresses.upperBound].map { String($0, radix: 16) }
    return "/proc/\(pid)/map_files/\(ends[0])-\(ends[1])"
  }

  /// The kernel's name of a process's view; nil where it may not be known.
  private static func fileSystem(of process: String) -> [CChar]? {
    var name = [CChar](repeating: 0, count: 64)
    let count = readlink("/proc/\(process)/ns/mnt", &name, name.count)
    return count > 0 ? Array(name[..<count]) : nil
  }
}

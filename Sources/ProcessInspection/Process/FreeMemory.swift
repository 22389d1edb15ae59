/// Memory that this process may still take: of the machine, and of the control groups that it is in.
package enum FreeMemory {
  /// In bytes; nil where nobody knows.
  package static var bytes: UInt64? {
    guard let free = ProcFile.number("MemAvailable:", in: "/proc/meminfo") else { return nil }
    let groups =
      (try? ProcFile.bytes(of: "/proc/self/cgroup")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return min(free * 1024, room(in: groups, below: "/sys/fs/cgroup"))
  }

  /// The least room that is left in any of the groups of `/proc/self/cgroup`, and in those that they are in.
  /// A number that cannot be read limits nothing.
  static func room(in groups: String, below root: String) -> UInt64 {
    var room = UInt64.max
    for line in groups.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      if parts[1].isEmpty {
        for folder in [root, root + "/unified"] {
          room = min(room, least(parts[2], below: folder, limit: "memory.max", usage: "memory.current"))
        }
      } else if parts[1].split(separator: ",").contains("memory") {
        room = min(
          room,
          least(
            parts[2], below: root + "/memory", limit: "memory.limit_in_bytes", usage: "memory.usage_in_bytes")
        )
      }
    }
    return room
  }

  /// In a container the path may be that of the machine, of which only the root is there.
  private static func least(_ path: Substring, below root: String, limit: String, usage: String) -> UInt64 {
    var names = path.split(separator: "/").map(String.init)
    var least = UInt64.max
    while true {
      let folder = ([root] + names).joined(separator: "/")
      if let limit = number("\(folder)/\(limit)"), let used = number("\(folder)/\(usage)") {
        least = min(least, limit - min(limit, used))
      }
      guard names.popLast() != nil else { return least }
    }
  }

  private static func number(_ path: String) -> UInt64? {
    guard let bytes = try? ProcFile.bytes(of: path) else { return nil }
    return UInt64(String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace })
  }
}

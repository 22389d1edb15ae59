package import Glibc

/// The files that a running process has open, those of its threads that share no table with it included.
package enum OpenFiles {
  /// Their paths as the process names them, each once, in no order; empty when the process is gone or not to be looked at.
  package static func paths(of process: pid_t) -> Set<String> {
    var paths = Set<String>()
    for thread in names(in: "/proc/\(process)/task") {
      let folder = "/proc/\(process)/task/\(thread)/fd"
      for file in names(in: folder) {
        var target = [CChar](repeating: 0, count: 4096)
        let count = readlink("\(folder)/\(file)", &target, target.count)
        guard count > 0, target[0] == CChar(bitPattern: UInt8(ascii: "/")) else { continue }
        paths.insert(String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self))
      }
    }
    return paths
  }

  private static func names(in folder: String) -> [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}

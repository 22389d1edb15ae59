package import Glibc

/// The program and the libraries that a running process has mapped.
package struct MappedFiles {
  package struct File: Hashable {
    /// As the process names it.
    package let path: String
    /// Where this process opens it: through the other's own view of the file system.
    package let reachedAt: String
  }

  /// The program first. Files that are no longer where they were mapped from are in `replaced`.
  package private(set) var files: [File] = []
  package private(set) var replaced: [String] = []
  /// Which part of which file is where, by the file's path.
  package private(set) var mappings: [String: [FileMapping]] = [:]

  package init(of process: pid_t) throws(SystemError) {
    let all = FileMapping.all(in: try ProcFile.bytes(of: "/proc/\(process)/maps"))
    mappings = Dictionary(grouping: all) { Self.withoutMark($0.path) }
    var seen = Set<String>()
    var paths = all.map(\.path).filter { seen.insert($0).inserted }
    if let program = Self.link("/proc/\(process)/exe") {
      paths.removeAll { $0 == program }
      files.append(File(path: Self.withoutMark(program), reachedAt: "/proc/\(process)/exe"))
    }
    for path in paths {
      if path.hasSuffix(Self.deletedMark) {
        replaced.append(Self.withoutMark(path))
      } else {
        files.append(File(path: path, reachedAt: "/proc/\(process)/root\(path)"))
      }
    }
  }

  private static let deletedMark = " (deleted)"

  private static func withoutMark(_ path: String) -> String {
    path.hasSuffix(deletedMark) ? String(path.dropLast(deletedMark.count)) : path
  }

  private static func link(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &target, target.count)
    return count > 0 ? String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}

package import Glibc

/// The files that a running process has open, those of its threads that share no table with it included.
package enum OpenFiles {
  /// A link to each, by its path as the process names it; empty when the process is gone or not to be looked at.
  package static func linksByPath(of process: pid_t) -> [String: String] {
    var paths: [String: String] = [:]
    for link in links(of: process) {
      var target = [CChar](repeating: 0, count: 4096)
      let count = readlink(link, &target, target.count)
      guard count > 0, target[0] == CChar(bitPattern: UInt8(ascii: "/")) else { continue }
      paths[String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)] = link
    }
    return paths
  }

  /// Whether both paths lead to one file.
  package static func areSame(_ path: String, _ other: String) -> Bool {
    var (one, two) = (stat(), stat())
    return stat(path, &one) == 0 && stat(other, &two) == 0 && one.st_dev == two.st_dev
      && one.st_ino == two.st_ino
  }

  /// Whether the process has the file at `path` open, by whatever name; nil when it is gone or not to be looked at.
  package static func hold(_ path: String, of process: pid_t) -> Bool? {
    var file = stat()
    guard stat(path, &file) == 0 else { return nil }
    let links = links(of: process)
    guard !links.isEmpty else { return nil }
    return links.contains { link in
      var other = stat()
      return stat(link, &other) == 0 && other.st_dev == file.st_dev && other.st_ino == file.st_ino
    }
  }

  /// A link for each descriptor of each thread.
  private static func links(of process: pid_t) -> [String] {
    names(in: "/proc/\(process)/task").flatMap { thread in
      let folder = "/proc/\(process)/task/\(thread)/fd"
      return names(in: folder).map { "\(folder)/\($0)" }
    }
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

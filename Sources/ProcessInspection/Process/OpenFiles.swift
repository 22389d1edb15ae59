package import Glibc

/// The files that a running process has open or has mapped.
///
/// A thread may have a table of descriptors of its own: its files are among them.
///
/// A recorded program has no descriptor of its recording: another process writes it. The program holds it in
/// memory.
package enum OpenFiles {
  /// One of them.
  package struct File {
    /// As the process names it.
    package let path: String
    fileprivate let holder: Holder

    /// Whether `path` leads to this file.
    package func isAt(_ path: String) -> Bool {
      var file = stat()
      guard stat(path, &file) == 0 else { return false }
      return holder.isOf(file, named: self.path)
    }
  }

  /// The evidence of which file it is.
  fileprivate enum Holder {
    /// The descriptor's link in `/proc`.
    case link(String)
    case mapping(FileMapping)

    func isOf(_ file: stat, named name: String) -> Bool {
      switch self {
      case .link(let link):
        var other = stat()
        return stat(link, &other) == 0 && other.st_dev == file.st_dev && other.st_ino == file.st_ino
      case .mapping(let mapping):
        guard mapping.inode == UInt64(file.st_ino) else { return false }
        // As the C library packs the two numbers.
        let packed = UInt64(file.st_dev)
        let major = packed >> 8 & 0xfff | packed >> 32 & ~0xfff
        let minor = packed & 0xff | packed >> 12 & 0xffff_ff00
        // In a container the mapping may tell the device that lies under the file's: the name decides as
        // well.
        return mapping.device == [major, minor] || mapping.path == name
      }
    }
  }

  /// All of them, in the order of their paths; empty when the process is gone or not to be looked at.
  package static func all(of process: pid_t) -> [File] {
    var holders: [String: Holder] = [:]
    for mapping in mappings(of: process) { holders[mapping.path] = .mapping(mapping) }
    for link in links(of: process) {
      var target = [CChar](repeating: 0, count: 4096)
      let count = readlink(link, &target, target.count)
      guard count > 0, target[0] == CChar(bitPattern: UInt8(ascii: "/")) else { continue }
      let path = String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
      holders[path] = .link(link)
    }
    return holders.sorted { $0.key < $1.key }.map { File(path: $0.key, holder: $0.value) }
  }

  /// Whether the process has the file at `path` open or mapped, by any name; nil when it is gone or not to be
  /// looked at.
  package static func hold(_ path: String, of process: pid_t) -> Bool? {
    var file = stat()
    guard stat(path, &file) == 0 else { return nil }
    let mappings = mappings(of: process)
    // Every program has mapped its own file.
    guard !mappings.isEmpty else { return nil }
    let name = path.split(separator: "/").last
    return mappings.contains { mapping in
      let isNamedSo = mapping.path.split(separator: "/").last == name
      return Holder.mapping(mapping).isOf(file, named: isNamedSo ? mapping.path : path)
    } || links(of: process).contains { Holder.link($0).isOf(file, named: path) }
  }

  private static func mappings(of process: pid_t) -> [FileMapping] {
    (try? ProcFile.bytes(of: "/proc/\(process)/maps")).map(FileMapping.all) ?? []
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

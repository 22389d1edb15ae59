package import Glibc

/// The program and the libraries that a running process has mapped.
package struct MappedFiles {
  package struct File: Hashable {
    /// As the process names it.
    package let path: String
    /// Where this process opens the very file that is mapped, if it may; else a file of that name, as the
    /// other sees it.
    package let reachedAt: String
    /// Whether no file of this name is the one that is mapped: that was deleted, or another one has taken its
    /// place.
    package let isDeleted: Bool
    /// Which part of it is where.
    package let mappings: [FileMapping]

    /// Whether it is a program or a library: something of it can be executed.
    package var holdsCode: Bool { mappings.contains(where: \.isExecutable) }
  }

  /// The program first.
  package private(set) var files: [File] = []

  package init(of process: pid_t) throws(SystemError) {
    let all = FileMapping.all(in: try ProcFile.bytes(of: "/proc/\(process)/maps"))
    let traced = TracedProcess(process)
    var groups = Self.groups(all)
    if let program = Self.link("/proc/\(process)/exe") {
      let index = groups.firstIndex { $0[0].path == program }
      let mappings = index.map { groups.remove(at: $0) } ?? []
      files.append(File(program, reachedAt: traced.programPath, mappings, traced))
    }
    for group in groups {
      let path = group[0].path
      let mapped = traced.path(ofMapping: group[0].addresses)
      files.append(File(path, reachedAt: Self.isThere(mapped) ? mapped : traced.reach(path), group, traced))
    }
  }

  /// The mapped files of a process that has ended. They are looked for under the names that they had.
  init(ofEnded mappings: [FileMapping]) {
    files = Self.groups(mappings).map { group in
      File(path: group[0].path, reachedAt: group[0].path, isDeleted: false, mappings: group)
    }
  }

  /// The parts of each file, in the order of the first ones.
  private static func groups(_ mappings: [FileMapping]) -> [[FileMapping]] {
    var groups: [[FileMapping]] = []
    var indices: [Key: Int] = [:]
    for mapping in mappings {
      let key = Key(path: mapping.path, inode: mapping.inode)
      if let index = indices[key] {
        groups[index].append(mapping)
      } else {
        indices[key] = groups.count
        groups.append([mapping])
      }
    }
    return groups
  }

  private struct Key: Hashable {
    let path: String
    let inode: UInt64
  }

  fileprivate static func isThere(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }

  private static func link(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &target, target.count)
    return count > 0 ? String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}

extension MappedFiles.File {
  private static let deletedMark = " (deleted)"

  /// - Parameter name: as the kernel writes it, with a mark behind it where the file has no name any more.
  fileprivate init(_ name: String, reachedAt: String, _ mappings: [FileMapping], _ process: TracedProcess) {
    // A file may have the mark in its own name.
    isDeleted = name.hasSuffix(Self.deletedMark) && !MappedFiles.isThere(process.reach(name))
    path = isDeleted ? String(name.dropLast(Self.deletedMark.count)) : name
    self.reachedAt = reachedAt
    self.mappings = mappings
  }
}

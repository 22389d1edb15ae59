package import Glibc

/// The file system as another process sees it. It stays reachable after the process has ended.
///
/// A path of another process is led on from its root, name by name, and no link on the way is followed: what
/// a link says would be looked for here.
package final class ForeignRoot {
  /// `O_PATH`, which Glibc's module does not have: the folder is named, and not opened.
  private static let asPath: Int32 = 0o10_000_000

  private let root: Int32
  private var folders: [Int32] = []

  /// Nil where it is not to be reached.
  package init?(of process: pid_t) {
    root = open("/proc/\(process)/root", Self.asPath | O_DIRECTORY | O_CLOEXEC)
    guard root >= 0 else { return nil }
  }

  deinit { for folder in [root] + folders where folder >= 0 { close(folder) } }

  /// Where this process opens the file for as long as this object is there; nil where its folder is not
  /// there, or a link leads to it.
  ///
  /// - Parameter path: an absolute one without links, as the kernel names an open file.
  package func reach(_ path: String) -> String? {
    var names = path.split(separator: "/").map(String.init)
    guard path.hasPrefix("/"), let file = names.popLast(), !names.contains("..") else { return nil }
    var folder = fcntl(root, F_DUPFD_CLOEXEC, 0)
    for name in names {
      let next = openat(folder, name, Self.asPath | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      close(folder)
      guard next >= 0 else { return nil }
      folder = next
    }
    folders.append(folder)
    return "/proc/self/fd/\(folder)/\(file)"
  }
}

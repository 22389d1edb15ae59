import Glibc

/// Where a program is, as a shell finds it.
package enum Executable {
  /// The files to try in turn: `program` itself when it names a path, else one candidate for each folder of
  /// `PATH`.
  package static func candidates(for program: [UInt8], path: String?) -> [[UInt8]] {
    guard !program.isEmpty else { return [] }
    if program.contains(UInt8(ascii: "/")) { return [program] }
    return (path ?? "/bin:/usr/bin").utf8.split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false
    )
    .map { folder in folder.isEmpty ? program : Array(folder) + [UInt8(ascii: "/")] + program }
  }

  /// The whole path of the program that a person means by `name`: a file, else the first of that name in
  /// `path`.
  package static func found(_ name: String, path: String?) -> String? {
    let bytes = Array(name.utf8)
    for candidate in [bytes] + candidates(for: bytes, path: path) {
      guard let resolved = withTerminated(candidate, { realpath($0, nil) }) else { continue }
      defer { free(resolved) }
      return String(cString: resolved)
    }
    return nil
  }

  /// Whether the file is text that a shell might run, as shells decide it: no zero byte at its beginning.
  package static func mayBeScript(_ path: [UInt8]) -> Bool {
    let descriptor = withTerminated(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var start = [UInt8](repeating: 0, count: 128)
    let count = read(descriptor, &start, start.count)
    return count > 0 && !start[..<count].contains(0)
  }

  package static func withTerminated<Result>(
    _ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Result
  ) -> Result {
    body(path.map { CChar(bitPattern: $0) } + [0])
  }
}

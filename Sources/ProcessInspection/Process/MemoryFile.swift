import CFiles
import Glibc

/// The files in memory among a process's descriptors, each by a link in `/proc`.
enum MemoryFile {
  /// `F_GET_SEALS`. No file but one in memory has seals.
  private static let getSeals: Int32 = 1034

  /// The links to files of this name, in the order of the descriptors. Throws if the descriptors are not to
  /// be looked at.
  static func all(named name: String, of process: pid_t) throws(SystemError) -> [String] {
    let folder = "/proc/\(process)/fd"
    guard let listing = opendir(folder) else { throw .last }
    defer { closedir(listing) }
    var numbers: [Int] = []
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let number = Int(name) { numbers.append(number) }
    }
    let target = Array("/memfd:\(name) (deleted)".utf8.map(CChar.init(bitPattern:)))
    return numbers.sorted().map { "\(folder)/\($0)" }.filter { link in
      var found = [CChar](repeating: 0, count: target.count + 1)
      let count = readlink(link, &found, found.count)
      return count == target.count && found[..<count].elementsEqual(target)
    }
  }

  /// The same through the process's memory, which only root may do: for a process that has closed all its
  /// descriptors.
  static func mapped(named name: String, of process: pid_t) -> [String] {
    let bytes = (try? ProcFile.bytes(of: "/proc/\(process)/maps")) ?? []
    return FileMapping.all(in: bytes).filter { $0.path == "/memfd:\(name) (deleted)" && $0.offset == 0 }
      .map { mapping in
        let ends = [mapping.addresses.lowerBound, mapping.addresses.upperBound]
        return "/proc/\(process)/map_files/" + ends.map { String($0, radix: 16) }.joined(separator: "-")
      }
  }

  /// Opens the file of a link; nil if it is no longer a file in memory.
  static func open(_ link: String, _ flags: Int32) -> Int32? {
    var status = stat()
    let descriptor = rx_file_open(AT_FDCWD, link, Int32(RX_FOLLOW), flags, &status)
    guard descriptor >= 0 else { return nil }
    guard fcntl(descriptor, getSeals) > 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Whether the file keeps its size.
  static func keepsSize(_ descriptor: Int32) -> Bool {
    // `F_SEAL_SHRINK`.
    fcntl(descriptor, getSeals) & 2 != 0
  }
}

import Glibc
import TraceFormat

/// The recording that is meant when none is named.
enum NewestRecording {
  /// The `*.rxtrace` of the folder that was written last; of several at the same time the last by name.
  static func path(in folder: String = ".") -> String? {
    FolderListing.names(in: folder)
      .filter { $0.hasSuffix(".rxtrace") && !$0.hasPrefix(".") }
      .compactMap { name -> (time: timespec, name: String)? in
        var status = stat()
        guard stat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return (status.st_mtim, name)
      }
      .max { ($0.time.tv_sec, $0.time.tv_nsec, $0.name) < ($1.time.tv_sec, $1.time.tv_nsec, $1.name) }
      .map { folder == "." ? $0.name : "\(folder)/\($0.name)" }
  }

  /// Of the recordings of processes beside a recording the newest, if it is newer than the recording itself.
  static func successor(of path: String) -> String? {
    func written(_ path: String) -> (Int, Int)? {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      return (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
    guard let own = written(path) else { return nil }
    let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let folder = end == path.startIndex ? "." : String(path[..<end])
    let name = String(path[end...])
    return FolderListing.names(in: folder)
      .filter { RecordingName.process(of: $0, beside: name) != nil }
      .map { String(path[..<end]) + $0 }
      .compactMap { name in written(name).map { (time: $0, name: name) } }
      .filter { $0.time > own }
      .max { ($0.time.0, $0.time.1, $0.name) < ($1.time.0, $1.time.1, $1.name) }?.name
  }
}

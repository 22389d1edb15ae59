import Glibc

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
}

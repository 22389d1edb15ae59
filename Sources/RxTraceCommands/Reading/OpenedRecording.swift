import Glibc
import TraceAnalysis
import TraceFormat

/// How a recording is found and opened.
enum OpenedRecording {
  /// Opens a recording, and says on standard error which one it is where none was named, what is damaged in
  /// it, and whether there is a newer one beside it.
  static func open(_ file: String?) throws(CommandFailure) -> Recording {
    let path = if let file { file } else { try newestToRead() }
    guard !path.isEmpty else {
      throw CommandFailure("the name of a recording is empty", status: ExitStatus.usage)
    }
    var recording: Recording
    do {
      recording = path == "-" ? try Recording(bytes: standardInput()) : try Recording.open(path)
      if recording.stagingPath != nil, let completed = completed(path) { recording = completed }
      // The command that completed it may have been killed before the staging file was gone.
      if recording.isCompleted {
        OwnStaging(recording.header.identity, ofRecordingAt: path)?.discardAbandoned()
      }
    } catch let error as CommandFailure {
      throw error
    } catch let error as TraceFormatError {
      // A recording in memory has no path.
      let name = path == "-" ? "standard input" : ""
      throw CommandFailure("\(name)\(error)\(hint(error))", status: ExitStatus.unreadableInput)
    } catch {
      throw CommandFailure("cannot read \(path.visible): \(error)", status: ExitStatus.unreadableInput)
    }
    StagingSweep.note(recording.header.identity, at: recording.path)
    if let warning = DamageWarning(recording) { Output.note(warning.text) }
    if let newer = NewestRecording.successor(of: path) {
      Output.note("\(newer.visible) is newer than \(path.visible): another process wrote it")
    }
    return recording.withSourceLines()
  }

  /// Completes a recording whose program has ended without ending it, and says so. Nil where it stays as it
  /// is: its program runs, it is another user's, or nothing can be written.
  private static func completed(_ path: String) -> Recording? {
    let records: UInt64
    switch RecordingCompletion.complete(path) {
    case .completed(let count): records = count
    // Somebody else has done it at this moment.
    case .notNeeded: return try? Recording.open(path)
    case .isElsewhere:
      Output.note(
        "the newest events of \(path.visible) are in a file beside it, for its program may run on another machine; when "
          + "that has ended: rxtrace seal \(path.shellWord)")
      return nil
    default: return nil
    }
    let what = records == 0 ? "ending it" : "writing its newest \(plural(records, "record"))"
    Output.note("completed \(path.visible): its program had ended without \(what)")
    return try? Recording.open(path)
  }

  /// Opens the recording of a process, and says what is damaged in it.
  static func open(_ place: RecordingPlace) throws(CommandFailure) -> Recording {
    let recording: Recording
    do {
      recording = try Recording.open(place)
    } catch {
      throw CommandFailure("\(error)\(hint(error))", status: ExitStatus.unreadableInput)
    }
    if let warning = DamageWarning(recording) { Output.note(warning.text) }
    return recording.withSourceLines()
  }

  private static func standardInput() throws(CommandFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = read(STDIN_FILENO, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        throw CommandFailure(
          "cannot read standard input: \(String(cString: strerror(errno)))",
          status: ExitStatus.unreadableInput)
      }
      if count == 0 { return bytes }
      bytes += part[..<count]
    }
  }

  private static func newestToRead() throws(CommandFailure) -> String {
    let path = try newest()
    Output.note("reading \(path.visible), the newest recording of this folder")
    return path
  }

  /// The recording that is meant where none is named.
  static func newest() throws(CommandFailure) -> String {
    guard let path = NewestRecording.path() else {
      throw CommandFailure(
        "no FILE is named, and there is no *.rxtrace in this folder; make one: rxtrace record -- CMD",
        status: ExitStatus.unreadableInput)
    }
    return path
  }

  /// The text to type instead.
  static func hint(_ error: TraceFormatError) -> String {
    switch error {
    case .notAFile(let path) where path == "/dev/stdin" || path.hasPrefix("/dev/fd/"):
      "; type - to read standard input"
    case .notAFile(let path) where FolderListing.isFolder(path):
      "; it is a folder: name a recording in it"
        + (NewestRecording.path(in: path).map { ", such as \($0.shellWord)" } ?? "")
    case .missing(let path): "; make it: rxtrace record -o \(path.shellWord) -- CMD"
    case .notARecording(let path) where path.hasSuffix(".stage"):
      "; it belongs to one, which is read with it: \(String(path.dropLast(6)).shellWord)"
    case .notARecording(let path) where path.hasSuffix(".marks"):
      "; it holds marks of one, which is read with them: \(String(path.dropLast(6)).shellWord)"
    default: ""
    }
  }
}

extension Recording {
  /// The word that the reader typed for it.
  var name: String { path.isEmpty ? "-" : path }
}

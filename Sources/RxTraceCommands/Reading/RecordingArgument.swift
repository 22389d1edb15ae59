import ArgumentParser
import TraceFormat

/// The recording that a verb reads.
struct RecordingArgument: ParsableArguments {
  @Argument(
    help: "A recording, or - for standard input. Default: the newest *.rxtrace of this folder.",
    completion: .file(extensions: ["rxtrace"]))
  var file: String?

  /// Opens the recording, and says on standard error what the reader should know of it.
  func open() throws(CommandFailure) -> Recording { try OpenedRecording.open(file) }
}

/// The recordings that a verb reads, one after the other.
struct RecordingArguments: ParsableArguments {
  @Argument(
    help: "Recordings, or - for standard input. Default: the newest *.rxtrace of this folder.",
    completion: .file(extensions: ["rxtrace"]))
  var files: [String] = []

  /// Nil stands for the newest one.
  var paths: [String?] { files.isEmpty ? [nil] : files }
}

import ArgumentParser
import TraceFormat

/// The recording that a verb reads.
struct RecordingArgument: ParsableArguments {
  @Argument(
    help: "A recording. Default: the newest *.rxtrace of this folder.",
    completion: .file(extensions: ["rxtrace"]))
  var file: String?

  /// Opens the recording, and says on standard error which one it is where none was named, and what is
  /// damaged in it.
  func open() throws(CommandFailure) -> Recording {
    let path = if let file { file } else { try newest() }
    let recording: Recording
    do {
      recording = try Recording.open(path)
    } catch {
      throw CommandFailure("\(error)\(Self.hint(error))", status: ExitStatus.unreadableInput)
    }
    if let warning = DamageWarning(recording) { Output.note(warning.text) }
    return recording
  }

  private func newest() throws(CommandFailure) -> String {
    guard let path = NewestRecording.path() else {
      throw CommandFailure(
        "no FILE is named, and there is no *.rxtrace in this folder; make one: rxtrace record -- CMD",
        status: ExitStatus.unreadableInput)
    }
    Output.note("reading \(path.visible), the newest recording of this folder")
    return path
  }

  private static func hint(_ error: TraceFormatError) -> String {
    switch error {
    case .missing(let path): "; make it: rxtrace record -o \(path.shellWord) -- CMD"
    case .notARecording(let path) where path.hasSuffix(".stage"):
      "; it belongs to one, which is read with it: \(String(path.dropLast(6)).shellWord)"
    default: ""
    }
  }
}

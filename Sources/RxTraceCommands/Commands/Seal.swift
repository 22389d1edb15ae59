import ArgumentParser
import ProcessInspection
import TraceAnalysis
import TraceFormat

struct Seal: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Complete recordings whose programs were killed, so that each is one file.",
    discussion: """
      rxtrace seal app.rxtrace
      rxtrace seal /var/log/app/*.rxtrace

      A program that is killed leaves its newest events in a staging file, app.rxtrace.stage or /dev/shm. Afterwards the events \
      are in the recording, and it can be moved or sent alone. Every command that reads such a recording does \
      the same first. A recording whose program still runs stays as it is.

      Exit status: 0 every recording is complete; 3 one cannot be read, or lacks its staging file; 4 one cannot be written, or its \
      program still runs.
      """
  )

  @Argument(
    help: "The recordings.", completion: .file(extensions: ["rxtrace"]))
  var files: [String]

  func run() throws {
    var status: Int32 = 0
    var failure: CommandFailure?
    for path in files {
      do {
        try Output.answer("\(path.visible)  \(Self.seal(path))\n")
      } catch {
        if let failure { Output.note(failure.message) }
        failure = error
        status = max(status, error.status)
      }
    }
    if let failure { throw CommandFailure(failure.message, status: status) }
  }

  /// The outcome, in words.
  private static func seal(_ path: String) throws(CommandFailure) -> String {
    func refused(_ why: String, _ status: Int32) -> CommandFailure {
      CommandFailure("cannot seal \(path.shellWord): \(why)", status: status)
    }
    let recording: Recording
    do {
      recording = try Recording.open(path)
    } catch {
      throw CommandFailure("\(error)\(OpenedRecording.hint(error))", status: ExitStatus.unreadableInput)
    }
    switch RecordingCompletion.complete(path, isAsked: true) {
    case .completed(let records): return "completed: \(plural(records, "record")) moved into it"
    case .notNeeded(isSealed: true): return "is complete: its program ended it in good order"
    case .notNeeded(isSealed: false): return "is complete: it was completed before"
    case .noStaging:
      throw refused(
        "its staging file is gone, and with it the newest events; the rest can be read",
        ExitStatus.unreadableInput)
    case .isWritten:
      let isOver = WritingProcess(of: recording.header, at: path).isGone
      throw refused(
        isOver
          ? "another command completes it at this moment; type it again"
          : "process \(recording.header.processID) still writes it; stop that first", ExitStatus.cannotWrite)
    case .notOwn:
      throw refused(
        "it is a link or another user's file; name the file, as its owner", ExitStatus.cannotWrite)
    case .isElsewhere: return "is of another machine"
    case .failed(let error): throw refused("\(error)", ExitStatus.cannotWrite)
    case .unreadable:
      throw refused("its staging file is damaged: rxtrace info \(path.shellWord)", ExitStatus.unreadableInput)
    }
  }
}

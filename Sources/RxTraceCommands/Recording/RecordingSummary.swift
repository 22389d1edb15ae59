import Glibc
import TraceAnalysis
import TraceFormat
import TraceRendering

/// The lines on standard error after a program was recorded.
struct RecordingSummary {
  let destination: RecordingDestination
  let program: String
  let end: End
  /// Has read what was there of the main recording.
  let early: EarlyReading?
  enum End {
    case status(TargetStatus)
    /// The program goes on.
    case goesOn
    /// It has ended, and nobody knows how.
    case ended
  }

  /// Texts were to be left out.
  var mustBeRedacted = false

  /// No more than it tells of.
  static let reading = ForestBuilder.Options(keepsActivity: false, causeDepth: 0)

  /// How many recordings are read and summarised.
  private static let told = 8

  /// Reads what was written, and says it in a line or two. Warnings are said also when `quiet`.
  func say(quiet: Bool) {
    let (main, others) = destination.written()
    guard main || !others.isEmpty else {
      return Output.note(
        "no recording was written: \(MissingRecording(program: program).reason)   \(ending)")
    }
    let files = (main ? [destination.path] : []) + others
    for file in files.dropFirst() {
      if (try? RecordingHead(path: file))?.isSealed == false { _ = RecordingCompletion.complete(file) }
    }
    // One process, as a rule. Of very many the first speak for all, so that a long list costs no more.
    for (index, file) in files.prefix(Self.told).enumerated() {
      say(
        file, quiet: quiet, ending: index == 0 ? ending : "of another process",
        early: index == 0 && main ? early : nil)
    }
    if files.count > Self.told, !quiet { Output.note(Self.listing(files.dropFirst(Self.told))) }
  }

  private func say(_ path: String, quiet: Bool, ending: String, early: EarlyReading?) {
    var recording: Recording
    var completion: RecordingCompletion.Outcome?
    do {
      recording = try Recording.open(path).withSourceLines()
      if recording.stagingPath != nil {
        completion = RecordingCompletion.complete(path)
        recording = try Recording.open(path).withSourceLines()
      }
    } catch {
      return Output.note("the recording cannot be read: \(error)   \(ending)")
    }
    if let warning = DamageWarning(recording) { Output.note(warning.text) }
    if mustBeRedacted, recording.header.redactions == nil {
      Output.note(
        "warning: \(path.visible) does not say that --redact was obeyed: give it to nobody; build \(name) with the "
          + "Signals of this rxtrace")
    }
    if quiet {
      if recording.lostCount > 0 {
        Output.note("warning: \(recording.lostCount) events were lost: \(path.visible)")
      }
      return
    }
    let forest = Progress.during(Progress(reading: recording)) {
      early?.finish(recording) ?? Forest(reading: recording, options: Self.reading)
    }
    let facts = [
      path.visible, "\(forest.events) events", Self.counted(forest.lives.count, "subscription"),
      TimeUnit(for: forest.ended - forest.began).named(forest.ended - forest.began, digits: 1),
      "\(ByteCount(bytes: Self.size(of: path)))",
      "\(forest.lost)\(forest.lostMayBeMore ? "+" : "") lost",
    ]
    Output.note(facts.joined(separator: "  ") + "   " + ending)
    if let staging = recording.stagingPath {
      let why =
        if case .failed(let error)? = completion { ", and it cannot be completed: \(error)" } else { "" }
      Output.note(
        "keep \(staging.visible) beside it: \(name) never ended the recording, the newest events are there\(why)"
      )
    }
    sayLeaks(AnalyzedTrace(forest: forest, verdicts: Verdicts(forest), program: name, file: path), path)
  }

  private func sayLeaks(_ trace: AnalyzedTrace, _ path: String) {
    let headline = Headline(trace)
    guard !headline.isQuiet else { return }
    Output.note("\(headline.text.visible): rxtrace leaks \(path.shellWord)")
  }

  /// `also written: feedd.4712.rxtrace feedd.4713.rxtrace and 7 more`.
  private static func listing(_ files: ArraySlice<String>) -> String {
    let shown = files.prefix(5).map(\.visible).joined(separator: "  ")
    let rest = files.count > 5 ? "  and \(files.count - 5) more" : ""
    return "also written, by other processes: \(shown)\(rest)"
  }

  private var name: String { (program.split(separator: "/").last.map(String.init) ?? program).visible }

  private var ending: String {
    switch end {
    case .status(.exited(let status)): "\(name) exited with \(status)"
    case .status(.killed(let signal)):
      "\(name) was killed by signal \(signal) (\(String(cString: strsignal(signal))))"
    case .goesOn: "\(name) goes on"
    case .ended: "\(name) has ended"
    }
  }

  private static func size(of path: String) -> UInt64 {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(max(0, status.st_size)) : 0
  }

  private static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

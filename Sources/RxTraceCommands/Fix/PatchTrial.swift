import TraceAnalysis
import TraceFormat
import TraceRendering

/// A patch that is tried on a copy of the sources: applied, built, and run recorded.
struct PatchTrial {
  let patch: Patch
  /// The command that builds the copy, for a shell.
  let build: String
  /// The program that showed the leaks, with its words.
  let program: [String]

  /// Lines of a build that failed, at most.
  private static let mostLines = 20

  /// Applies and builds in the working folder, runs the program there, and hands its recordings to `judge`.
  ///
  /// - Returns: how the program ended.
  func run(_ judge: ([String]) throws -> Void) throws -> TargetStatus {
    try apply()
    try compile()
    var run = try RecordedRun(program, streams: .shared)
    let status = run.wait()
    let recordings = run.recordings
    let outcome = Result { try judged(recordings, judge) }
    run.discard()
    try outcome.get()
    return status
  }

  private func judged(_ recordings: [String], _ judge: ([String]) throws -> Void) throws {
    guard !recordings.isEmpty else {
      throw CommandFailure(
        "nothing was recorded: \(MissingRecording(program: program[0]).reason)",
        status: ExitStatus.cannotWrite)
    }
    try judge(recordings)
  }

  /// Applies it with `patch`, or where that is missing with `git apply`.
  private func apply() throws(CommandFailure) {
    let (words, status) =
      if OtherProgram("patch") == nil, let git = OtherProgram("git") {
        try git.answer(to: patch.text, ["apply", "-"])
      } else {
        try tool("patch").answer(to: patch.text, ["-p1", "-s", "-N"])
      }
    guard status == .exited(0) else {
      show(words)
      throw CommandFailure("the patch does not fit the sources", status: ExitStatus.foundSomething)
    }
  }

  private func compile() throws(CommandFailure) {
    Output.note("a copy of the sources has the patch; it is built: \(build.visible)")
    let (words, status) = try tool("sh").answer(["-c", build])
    guard status == .exited(0) else {
      show(words)
      throw CommandFailure("the patched sources do not build", status: ExitStatus.foundSomething)
    }
  }

  private func tool(_ name: String) throws(CommandFailure) -> OtherProgram {
    guard let program = OtherProgram(name) else {
      throw CommandFailure("\(name) is not in PATH, and --check needs it", status: ExitStatus.notFound)
    }
    return program
  }

  /// The last lines of what a program said.
  private func show(_ words: String) {
    for line in words.split(separator: "\n").suffix(Self.mostLines) { Output.note(String(line).visible) }
  }
}

/// The leaks before a patch, and after it.
struct PatchOutcome {
  private let before: [Leak]
  private var after: [(trace: AnalyzedTrace, leak: Leak)] = []

  init(before: [Leak]) { self.before = before }

  mutating func add(_ trace: AnalyzedTrace) {
    after += trace.listedLeaks.map { (trace, $0.leak) }
  }

  var isClean: Bool { after.isEmpty }

  /// A line about all, then a line for each leak that is there.
  var text: String {
    if isClean { return "no leaks: \(plural(before.count, "leak")) before the patch\n" }
    let known = Set(before.map(\.fingerprint))
    let lines = after.map { trace, leak in
      "\(known.contains(leak.fingerprint) ? "left" : "new") \(leak.confidence.name) "
        + "\(leak.site.file.visible):\(leak.site.line): \(LeakText(leak, trace).title) [\(leak.fingerprint)]\n"
    }
    return "\(plural(after.count, "leak")), and \(before.count) before the patch\n" + lines.joined()
  }
}

import ArgumentParser
import TraceAnalysis
import TraceExport

struct Fix: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a patch that ends the leaks, and try it on a copy of the sources.",
    usage:
      "rxtrace fix [FILE ...] [options]\n       rxtrace fix [FILE ...] --check [options] -- CMD [ARG ...]",
    discussion: """
      rxtrace fix app.rxtrace -o app.patch
      rxtrace fix app.rxtrace --leak A --choice 2 | patch -p1
      rxtrace fix app.rxtrace --check -- .build/debug/app --once

      It needs rxtrace-fix, a program of its own. --check changes nothing here: it copies the sources without hidden \
      folders, applies the patch to the copy, builds it, records CMD in it, and lists the leaks that are there. Exit \
      status: 0 a patch, and with --check no leak; 1 no patch, or a leak. With --check it is the program's own status, \
      unless that is 0.
      """
  )

  @OptionGroup var argument: RecordingArguments
  @OptionGroup var program: ProgramOption

  @Option(
    help: ArgumentHelp("The letter of a leak, as `leaks` has it. All leaks if missing.", valueName: "letter"))
  var leak: [String] = []

  @Option(
    help: ArgumentHelp(
      "Which way to end it where there are several: 1 is the likeliest.", valueName: "number"))
  var choice = 1

  @Flag(help: "Try the patch on a copy of the sources, with the program that follows `--`.") var check = false

  @Option(help: ArgumentHelp("The command that builds the copy, for a shell.", valueName: "command"))
  var build = "swift build"

  @OptionGroup(title: "Filters") var filter: FilterOptions
  @OptionGroup(title: "Verdicts") var verdicts: VerdictOptions
  @OptionGroup(title: "Output") var answer: AnswerOptions

  func validate() throws {
    if choice < 1 { throw ValidationError("--choice counts from 1.") }
    if check, program.words.isEmpty {
      throw ValidationError(
        "--check runs the program that leaks: rxtrace fix FILE --check -- .build/debug/app.")
    }
    if !check, !program.words.isEmpty {
      throw ValidationError("A program is run for --check alone; add that, or leave the program away.")
    }
  }

  func run() throws {
    let maker = try PatchMaker()
    var report = ""
    var leaks: [Leak] = []
    for path in argument.paths {
      let trace = try AnalyzedTrace(reading: OpenedRecording.open(path), verdicts, filter)
      report += render(trace, as: LeaksJSON())
      leaks += trace.listedLeaks.map(\.leak)
    }
    guard !leaks.isEmpty else { return Output.note("no leaks: there is nothing to patch") }
    let patch = try maker.patch(
      for: report, sources: answer.appearance.sourceRoots, of: leak, choice: choice)
    for refusal in patch.refusals { Output.note(refusal) }
    guard !patch.isEmpty else { throw ExitCode(ExitStatus.foundSomething) }
    if !check || answer.isFile { try answer.answer(patch.text) }
    if check { try end(tryOut(patch, leaks)) }
  }

  private func end(_ trial: (outcome: PatchOutcome, status: TargetStatus)) throws {
    try Output.answer(trial.outcome.text)
    if trial.status != .exited(0) { try trial.status.end() }
    if !trial.outcome.isClean { throw ExitCode(ExitStatus.foundSomething) }
  }

  private func tryOut(_ patch: Patch, _ leaks: [Leak]) throws -> (outcome: PatchOutcome, status: TargetStatus)
  {
    var outcome = PatchOutcome(before: leaks)
    let copy = try SourceCopy(of: SourceCopy.folder(of: answer.appearance.sourceRoots))
    defer { copy.remove() }
    try copy.enter()
    let status = try PatchTrial(patch: patch, build: build, program: program.words).run { recordings in
      for path in recordings {
        outcome.add(try AnalyzedTrace(reading: OpenedRecording.open(path), verdicts, filter))
      }
    }
    return (outcome, status)
  }
}

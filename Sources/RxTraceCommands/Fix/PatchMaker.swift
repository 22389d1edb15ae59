/// `rxtrace-fix`, which makes a patch from a report and the sources. It is a package of its own: nobody else
/// pays for the build of its parser.
struct PatchMaker {
  private static let name = "rxtrace-fix"
  /// The exit status of the program where no leak has a patch.
  private static let noPatch: Int32 = 1

  private let program: OtherProgram

  /// - Throws: what to type, where the program is not installed.
  init(environment: Environment = .current) throws(CommandFailure) {
    let found = OtherProgram(besideThis: Self.name) ?? OtherProgram(Self.name, environment: environment)
    guard let found else {
      throw CommandFailure(
        "\(Self.name) makes the patch, and is neither beside rxtrace nor in PATH; in the folder of rxtrace's sources this "
          + "builds it: swift build -c release --package-path tools/fix",
        status: ExitStatus.notFound)
    }
    program = found
  }

  /// The patch for the leaks of a report.
  ///
  /// - Parameters:
  ///   - report: what `leaks --format json` answers, a line for each recording.
  ///   - sources: the folders of the sources; the working folder if there are none.
  ///   - letters: the leaks; all if empty.
  ///   - choice: which way is to be taken where there are several, from 1.
  func patch(
    for report: String, sources: [SourceRoot], of letters: [String] = [], choice: Int = 1
  ) throws(CommandFailure) -> Patch {
    let way = letters.flatMap { ["--leak", $0] } + (choice > 1 ? ["--choice", "\(choice)"] : [])
    let (text, status) = try program.answer(to: report, SourceRoot.words(sources) + way)
    guard status == .exited(0) || status == .exited(Self.noPatch) else {
      throw CommandFailure(
        "\(Self.name) made no patch, and ended with status \(status.exitStatus)",
        status: ExitStatus.cannotWrite)
    }
    return Patch(text: text)
  }
}

import ArgumentParser
import TraceAnalysis
import TraceRendering

/// One recording after the other: what cannot be read is said on standard error, and the others are answered
/// all the same.
struct EachRecording {
  let paths: [String?]

  var isOne: Bool { paths.count == 1 }

  /// Hands each path to `body`. One that cannot be read ends everything only where it is the only one.
  ///
  /// - Returns: whether all could be read; then ``end(_:)``.
  func forEach<Failure: Error>(_ body: (String?) throws(Failure) -> Void) throws(Failure) -> Bool {
    var isComplete = true
    for path in paths {
      do {
        try body(path)
      } catch {
        guard !isOne, let failure = error as? CommandFailure, failure.status == ExitStatus.unreadableInput
        else { throw error }
        Output.note(failure.message)
        isComplete = false
      }
    }
    return isComplete
  }

  /// Ends with status 3 where something could not be read.
  func end(_ isComplete: Bool) throws {
    if !isComplete { throw ExitCode(ExitStatus.unreadableInput) }
  }

  /// Answers each, in the order of the command line: as soon as it is drawn, or all in one file.
  ///
  /// - Parameters:
  ///   - hasHeadings: whether `== a.rxtrace ==` stands above each of several.
  ///   - draw: what to draw of a recording, and how.
  ///   - rest: what comes after the last of several.
  func answer(
    with options: AnswerOptions, hasHeadings: Bool, rest: () -> String = { "" },
    _ draw: (String?) throws -> (trace: AnalyzedTrace, renderer: any Renderer)
  ) throws {
    guard !isOne else {
      let drawing = try draw(paths[0])
      return try options.answer(drawing.trace, as: drawing.renderer)
    }
    var text = ""
    var isFirst = true
    let isComplete = try forEach { path in
      let (trace, renderer) = try draw(path)
      if hasHeadings { text += heading(trace.file, isFirst: isFirst) }
      isFirst = false
      text += render(trace, as: renderer)
      guard !options.isFile else { return }
      try Output.answer(text)
      text = ""
    }
    try options.answer(text + rest())
    try end(isComplete)
  }

  /// The heading of each of several answers; none where there is only one.
  func heading(_ file: String, isFirst: Bool) -> String {
    isOne ? "" : "\(isFirst ? "" : "\n")== \(file) ==\n"
  }
}

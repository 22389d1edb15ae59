/// A small program whose verdicts are known before it runs.
///
/// One file each, of the same name. A faulty one begins with what is expected of `rxtrace leaks`:
///
///     // fault: stop-above-flatten         the class of the fault; tools/verdicts adds up by class
///     // line: 24                          where the developer has to change something: the line of the comment
///                                          `// LEAK`, which tools/verdicts looks up; `or` names a second mark
///     // verdict: likely                   at least this: certain, likely, suspect or finding
///     // proof: run                        the run holds the proof; `weak`: a hint only
///     // reason: stop signal | above       the reason fits if what is printed has one of these words
///     // says: why, in a sentence
///
/// and a healthy one with `// healthy: why it looks guilty, and is not`. Expectations are written from the program
/// alone, before it first runs, and are not bent afterwards to what is printed.
protocol LeakProgram {
  static func run()
}

extension LeakProgram {
  static var name: String { "\(self)" }
}

/// Run as its mended twin: the fault is repaired, all else is the same.
let mended = CommandLine.arguments.dropFirst(2).contains("--mended")

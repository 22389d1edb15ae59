/// A small program whose verdicts are known before it runs.
///
/// One file each, of the same name. A faulty one lies in the folder of its class of fault, `Faulty/stop-above-flatten`. It
/// begins with what is expected of `rxtrace leaks`:
///
///     // fault: stop-above-flatten    the class of the fault, as the folder says; tools/verdicts adds up by class, and knows
///                                     the words of which a fitting reason has one
///     // verdict: likely              at least this: certain, likely, suspect or finding
///     // proof: run                   the run holds the proof of that; `weak`: the verdict is more than can be asked
///     // says: why, in a sentence
///
/// and has `// LEAK` on the line that the developer has to change; where two lines are as good, both have it. A second
/// fault in the same file has `// LEAK 2`, `fault2` and `verdict2`. A healthy one begins with
///
///     // healthy: why it looks guilty, and is not
///     // allows: suspect              nothing, or a suspect where a run cannot tell it from a fault
///
/// `tools/verdicts --lists` writes the lists of programs from the folders.
///
/// Expectations are written from the program alone, before it first runs, and are not bent afterwards to what is printed.
protocol LeakProgram: SendableMetatype {
  static func run()
}

extension LeakProgram {
  static var name: String { "\(self)" }
}

/// Run as its mended twin: the fault is repaired, all else is the same.
let mended = CommandLine.arguments.dropFirst(2).contains("--mended")

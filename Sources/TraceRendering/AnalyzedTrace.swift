public import TraceAnalysis

/// What the renderers draw: a trace's subscriptions, the verdicts on them, and whose they are.
public struct AnalyzedTrace: Sendable {
  public var forest: Forest
  public var verdicts: Verdicts
  /// The program's name, without directories.
  public var program: String
  public var processID: UInt32?
  /// The recording's path as the reader would type it again.
  public var file: String

  public init(
    forest: Forest, verdicts: Verdicts, program: String, processID: UInt32? = nil, file: String = "FILE"
  ) {
    self.forest = forest
    self.verdicts = verdicts
    self.program = program
    self.processID = processID
    self.file = file
  }
}

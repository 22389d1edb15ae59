/// A short program over one form of the core, to be run in another form as well: what it prints must be the same.
public struct Scenario: Sendable {
  public let name: String
  public let run: @Sendable (Transcript) -> Void

  public init(_ name: String, _ run: @escaping @Sendable (Transcript) -> Void) {
    self.name = name
    self.run = run
  }
}

/// What a scenario prints. One thread at a time.
public final class Transcript: @unchecked Sendable {
  public private(set) var lines: [String] = []

  public init() {}

  public func print(_ line: String) { lines.append(line) }
}

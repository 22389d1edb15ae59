extension Life {
  /// What an operator has said of one of its queues: rarely, when it grows to twice its length or shrinks to a quarter.
  public struct Wait: Sendable, Hashable {
    /// The input whose values wait, from 1; 0 for the operator as a whole.
    public let input: Int
    /// How many waited when it last said so, and at most.
    public internal(set) var count: UInt64
    public internal(set) var peak: UInt64
    /// When it first said so.
    public let since: UInt64
    /// When it last said that it had grown.
    public internal(set) var grewAt: UInt64
    /// How often it grew, and whether it has ever shrunk.
    public internal(set) var reports = 1
    public internal(set) var hasFallen = false

    init(input: Int, count: UInt64, since: UInt64) {
      self.input = input
      self.count = count
      peak = count
      self.since = since
      grewAt = since
    }

    mutating func add(_ count: UInt64, at time: UInt64) {
      if count < self.count {
        hasFallen = true
      } else {
        reports += 1
        grewAt = time
      }
      self.count = count
      peak = max(peak, count)
    }

    /// It has only ever grown, and more than once.
    public var onlyGrows: Bool { !hasFallen && reports > 1 }

    /// It has only ever grown, and nothing says that it has stopped: at the pace of before it need not have told more.
    func isGrowing(at time: UInt64) -> Bool {
      onlyGrows && time - min(time, since) <= 4 * (grewAt - min(grewAt, since))
    }
  }

  /// In the order in which they were first told.
  public var waits: [Wait] { field([]) { $0.waits } }
}

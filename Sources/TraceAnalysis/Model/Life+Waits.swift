extension Life {
  /// The length of one queue of an operator. It is recorded when the queue has doubled, or shrunk to a
  /// quarter.
  package struct Wait: Sendable, Hashable {
    /// The input whose values wait, from 1; 0 for the operator as a whole.
    package let input: Int
    /// How many waited when it last said so, and at most.
    package internal(set) var count: UInt64
    package internal(set) var peak: UInt64
    /// When it first said so.
    package let since: UInt64
    /// When it last said that it had grown.
    package internal(set) var grewAt: UInt64
    /// How often it grew, and whether it has ever shrunk.
    package internal(set) var reports = 1
    package internal(set) var hasFallen = false

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
    package var onlyGrows: Bool { !hasFallen && reports > 1 }

    /// It has only ever grown, and nothing says that it has stopped: at the pace of before it need not have
    /// told more.
    func isGrowing(at time: UInt64) -> Bool {
      onlyGrows && time - min(time, since) <= 4 * (grewAt - min(grewAt, since))
    }
  }

  /// In the order in which they were first told.
  package var waits: [Wait] { field([]) { $0.waits } }
}

public import TraceFormat

/// Events had to wait, because another one was being delivered: from another thread, or further up the same
/// stack. They come one after the other all the same, so this is nothing to repair.
public struct Overlapping: Finding {
  public static let check = "overlap"

  public let site: Site
  public let name: String
  public let lives: [Int]
  public let overlaps: UInt64
  /// The events came on more than one thread; else a subscriber sent into its own source.
  public let usesSeveralThreads: Bool

  public static func find(in forest: Forest, _ verdicts: Verdicts) -> [Overlapping] {
    forest.livesBySite { $0.overlaps > $0.reentries }.map { lives in
      Overlapping(
        site: lives[0].site, name: lives[0].name, lives: lives.map(\.number),
        overlaps: lives.reduce(0) { $0 + $1.overlaps - $1.reentries },
        usesSeveralThreads: lives.contains(where: \.usesSeveralThreads))
    }
  }

  public var isTrouble: Bool { false }

  public var sentence: Sentence {
    let reason = usesSeveralThreads ? "another thread" : "one further up the same stack"
    return "\(overlaps, "event") had to wait for \(words: reason)"
  }

  public static func summary(_ findings: [Overlapping]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.overlaps }, "event") had to wait for others"
  }
}

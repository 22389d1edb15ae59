public import TraceFormat

/// Events had to wait, because another one was being delivered: from another thread, or further up the same
/// stack. They come one after the other all the same, so this is nothing to repair.
public struct Overlapping: Finding {
  public static let check = "overlap"

  public let site: Site
  public let name: String
  public let lives: [Int]
  public let overlaps: UInt64
  /// So many waited for another thread, the others for one further up the same stack: a subscriber sent into what it
  /// receives from.
  public let ofThreads: UInt64

  public static func find(in forest: Forest, _ verdicts: Verdicts) -> [Overlapping] {
    forest.livesBySite { $0.overlaps > $0.reentries }.map { lives in
      Overlapping(
        site: lives[0].site, name: lives[0].name, lives: lives.map(\.number),
        overlaps: lives.reduce(0) { $0 + $1.overlaps - $1.reentries },
        ofThreads: lives.reduce(0) { $0 + $1.threadOverlaps })
    }
  }

  public var isTrouble: Bool { false }

  public var sentence: Sentence {
    let reason =
      switch ofThreads {
      case 0: "one further up the same stack"
      case overlaps: "another thread"
      default: "another thread, or for one further up the same stack"
      }
    return "\(overlaps, "event") had to wait for \(words: reason)"
  }

  public static func summary(_ findings: [Overlapping]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.overlaps }, "event") had to wait for others"
  }
}

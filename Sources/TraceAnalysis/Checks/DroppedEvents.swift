public import TraceFormat

/// Events came after the end and were dropped, for another reason than a leak.
public struct DroppedEvents: Finding {
  public static let check = "dropped"

  public let site: Site
  public let name: String
  public let lives: [Int]
  public let values: UInt64
  public let endings: UInt64

  public static func find(in forest: Forest, _ verdicts: Verdicts) -> [DroppedEvents] {
    // What a leaked upstream goes on to send is told by the leak.
    let told = Set(verdicts.leaks.flatMap(\.members).compactMap { forest[$0]?.downstream })
    return forest.livesBySite { $0.droppedValues + $0.droppedEndings > 0 && !told.contains($0.number) }
      .map { lives in
        DroppedEvents(
          site: lives[0].site, name: lives[0].name, lives: lives.map(\.number),
          values: lives.reduce(0) { $0 + $1.droppedValues },
          endings: lives.reduce(0) { $0 + $1.droppedEndings })
      }
  }

  public var sentence: Sentence {
    let rest = values + endings == 1 ? "was dropped" : "were dropped"
    switch (values, endings) {
    case (_, 0): return "\(values, "value") came after the end and \(words: rest)"
    case (0, _): return "\(endings, "terminal event") came after the end and \(words: rest)"
    default:
      return
        "\(values, "value") and \(endings, "terminal event") came after the end and \(words: rest)"
    }
  }

  public static func summary(_ findings: [DroppedEvents]) -> Sentence {
    "\(findings.reduce(0) { $0 + $1.values + $1.endings }, "event") dropped after the end"
  }
}

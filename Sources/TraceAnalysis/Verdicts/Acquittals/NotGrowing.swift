/// Why a kind does not count as one that grows without end.
struct NotGrowing: Evidence {
  enum Cause: Hashable, Sendable {
    case few(needed: Int)
    /// More must live for each that has ended.
    case manyEnded(times: Int)
    /// They were begun at few different moments.
    case fewMoments(Int, needed: Int)
    /// There are as many as the program needs.
    case levelledOff(Levelling)
    /// All were begun in a small part of the time.
    case complete(within: UInt64, since: UInt64)
    /// Inner signals of which some have ended by themselves.
    case innerEnded(Int)
    /// The operator that began them has ended, or does not flatten.
    case operatorGone
    /// The source of their operator has ended: no more are begun.
    case listComplete
    /// No source of these inner signals is endless.
    case fewWithEnds(needed: Int)
  }

  /// Of the kind: how many lived to the last, and how many ended before.
  let living: Int
  let ended: Int
  let isInner: Bool
  let cause: Cause

  init(_ kind: Kind, isInner: Bool, _ cause: Cause) {
    (living, ended) = (kind.living, kind.ended)
    self.isInner = isInner
    self.cause = cause
  }

  var rule: Leak.Reason { isInner ? .innersPileUp : .growth }

  var weight: Acquittal.Weight {
    switch cause {
    case .few: living > 1 ? .short : .unmet
    case .operatorGone: .unmet
    case .manyEnded, .fewMoments, .fewWithEnds: .short
    case .levelledOff, .complete, .innerEnded, .listComplete: .excused
    }
  }

  var sentence: Sentence? {
    let counts: Sentence =
      "\(count: living) of its kind \(words: living == 1 ? "lives" : "live") and \(count: ended) \(words: ended == 1 ? "has" : "have") ended"
    return counts + ": " + reason
  }

  private var reason: Sentence {
    switch cause {
    case .few(let needed): "fewer than \(count: needed) that live are no growth"
    case .manyEnded(let times): "growth needs \(count: times) that live for each that ended"
    case .fewMoments(let moments, let needed):
      "they were begun at \(moments, "moment"), and growth needs \(count: needed)"
    case .levelledOff(let levelling): levelling.sentence
    case .complete(let within, let since):
      "all were begun within \(duration: within), and none in the \(duration: since) since"
    case .innerEnded(let count):
      "\(count: count) of these inner signals \(words: count == 1 ? "has" : "have") ended by \(words: count == 1 ? "itself" : "themselves")"
    case .operatorGone: "their operator has ended, or does not flatten"
    case .listComplete: "the source of their operator has ended, so that no more are begun"
    case .fewWithEnds(let needed):
      "no source of them is endless, and fewer than \(count: needed) are no growth"
    }
  }

  var figures: [Figure] { [.count("alive", living), .count("ended", ended)] + bounds }

  private var bounds: [Figure] {
    switch cause {
    case .few(let needed), .fewWithEnds(let needed): [.count("fewest alive", needed)]
    case .manyEnded(let times): [.count("alive for each that ended", times)]
    case .fewMoments(let moments, let needed): [.count("moments", moments), .count("fewest moments", needed)]
    case .levelledOff(let levelling): levelling.figures
    case .complete(let within, let since):
      [.duration("begun within", within), .duration("since then", since)]
    case .innerEnded(let count): [.count("ended by themselves", count)]
    case .operatorGone, .listComplete: []
    }
  }
}

/// Why a kind counts as one of which there are as many as the program needs.
enum Levelling: Hashable, Sendable {
  /// The program has acted so often between the first and the last beginning, and since.
  case still(from: UInt32, since: UInt32)
  /// The number that began in the second half, and the number of all.
  case slowing(late: Int, of: Int)

  fileprivate var sentence: Sentence {
    switch self {
    case .still(let acts, let rest):
      "the program has as many as it needs, for it acted \(times(acts)) while they were begun and \(times(rest)) since"
    case .slowing(let late, let count):
      "the program has about as many as it needs, for only \(count: late) of \(count: count) were begun in the second half"
    }
  }

  private func times(_ count: UInt32) -> Sentence { "\(UInt64(count), "time")" }

  fileprivate var figures: [Figure] {
    switch self {
    case .still(let acts, let rest): [.count("acts while begun", acts), .count("acts since", rest)]
    case .slowing(let late, let count): [.count("in the second half", late), .count("of", count)]
    }
  }
}
